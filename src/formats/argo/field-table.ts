/** What a value has to be. */
export type FieldKind = 'text' | 'texts' | 'list' | 'map' | 'flag' | 'number' | 'number or text';

/** A mapping whose fields are known. */
export type Level = keyof typeof tables;

export function kindOf(level: Level, key: string): FieldKind | undefined {
  return kinds.get(level)!.get(key);
}

/** The key that is written there in other letters, such as `Timeout` or `retry_strategy`. */
export function spelledAs(level: Level, written: string): string | undefined {
  if (kinds.get(level)!.has(written)) return undefined;
  const plain = plainly(written);
  return [...kinds.get(level)!.keys()].find((key) => plainly(key) === plain);
}

/**
 * Every field of a mapping with what its value has to be.
 * @internal
 */
export function fieldsOf(level: Level): ReadonlyMap<string, FieldKind> {
  return kinds.get(level)!;
}

/** What the mapping under a key is, or each mapping of the list there. */
export function levelUnder(level: Level, key: string): Level | undefined {
  return under[level]?.[key];
}

function plainly(key: string): string {
  return key.replaceAll(/[-_]/g, '').toLowerCase();
}

const container: Fields = {
  texts: 'args command',
  list: 'env envFrom ports volumeDevices volumeMounts',
  text: 'image imagePullPolicy name restartPolicy terminationMessagePath terminationMessagePolicy workingDir',
  map: 'lifecycle livenessProbe readinessProbe resources securityContext startupProbe',
  flag: 'stdin stdinOnce tty',
};

const step: Fields = {
  map: 'arguments continueOn hooks inline templateRef withSequence',
  text: 'name onExit template when withParam',
  list: 'withItems',
};

const template: Fields = {
  map: `affinity archiveLocation container containerSet dag data executor http inputs memoize metadata metrics nodeSelector
    outputs plugin resource retryStrategy script securityContext suspend synchronization`,
  flag: 'automountServiceAccountToken daemon failFast',
  list: 'hostAliases initContainers sidecars steps tolerations volumes',
  text: 'name podSpecPatch priorityClassName schedulerName serviceAccountName timeout',
  number: 'parallelism',
  'number or text': 'activeDeadlineSeconds',
};

const tables = {
  spec: {
    number: 'activeDeadlineSeconds parallelism',
    map: `affinity arguments artifactGC artifactRepositoryRef dnsConfig executor hooks metrics nodeSelector podDisruptionBudget
      podGC podMetadata retryStrategy securityContext synchronization templateDefaults ttlStrategy volumeClaimGC
      workflowMetadata workflowTemplateRef`,
    flag: 'archiveLogs automountServiceAccountToken hostNetwork suspend',
    text: 'dnsPolicy entrypoint onExit podPriorityClassName podSpecPatch schedulerName serviceAccountName shutdown',
    list: 'hostAliases imagePullSecrets templates tolerations volumeClaimTemplates volumes',
  },
  schedule: {
    text: 'concurrencyPolicy timezone when',
    number: 'failedJobsHistoryLimit startingDeadlineSeconds successfulJobsHistoryLimit',
    texts: 'schedules',
    map: 'stopStrategy workflowMetadata workflowSpec',
    flag: 'suspend',
  },
  template,
  dag: { flag: 'failFast', text: 'target', list: 'tasks' },
  task: { ...step, text: `${step.text} depends`, texts: 'dependencies' },
  step,
  container,
  script: { ...container, text: `${container.text} source` },
  env: { text: 'name value', map: 'valueFrom' },
  retryStrategy: { map: 'affinity backoff', text: 'expression retryPolicy', 'number or text': 'limit' },
  backoff: { text: 'cap duration maxDuration', 'number or text': 'factor' },
  continueOn: { flag: 'error failed' },
  suspend: { text: 'duration' },
  resource: {
    text: 'action failureCondition manifest mergeStrategy successCondition',
    texts: 'flags',
    map: 'manifestFrom',
    flag: 'setOwnerReference',
  },
} as const satisfies Record<string, Fields>;

/** Names of fields by what their values are. */
type Fields = { readonly [K in FieldKind]?: string };

const kinds: ReadonlyMap<Level, ReadonlyMap<string, FieldKind>> = new Map(
  Object.entries(tables).map(([level, fields]) => [
    level as Level,
    new Map(
      Object.entries(fields).flatMap(([kind, names]) =>
        names.split(/\s+/).map((name): [string, FieldKind] => [name, kind as FieldKind]),
      ),
    ),
  ]),
);

const ofContainers: Readonly<Record<string, Level>> = { env: 'env' };

/** What is inside of a value in a list of steps, the engine reads in any case. */
const under: { readonly [L in Level]?: Readonly<Record<string, Level>> } = {
  spec: { retryStrategy: 'retryStrategy', templateDefaults: 'template' },
  template: {
    ...{ container: 'container', initContainers: 'container', sidecars: 'container', script: 'script', dag: 'dag' },
    ...{ retryStrategy: 'retryStrategy', suspend: 'suspend', resource: 'resource' },
  },
  task: { continueOn: 'continueOn' },
  container: ofContainers,
  script: ofContainers,
  retryStrategy: { backoff: 'backoff' },
};
