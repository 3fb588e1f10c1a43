/** What a value has to be. */
export type FieldKind = 'text' | 'texts' | 'list' | 'map' | 'flag' | 'number' | 'number or text' | 'any';

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
  map: `affinity annotations archiveLocation container containerSet dag data executor http inputs memoize metadata metrics nodeSelector
    outputs plugin resource retryStrategy script securityContext suspend synchronization`,
  flag: 'automountServiceAccountToken daemon failFast',
  list: 'hostAliases initContainers sidecars steps tolerations volumes',
  text: 'name podSpecPatch priorityClassName schedulerName serviceAccountName timeout',
  number: 'parallelism',
  'number or text': 'activeDeadlineSeconds',
};

const given: Fields = { list: 'artifacts parameters' };

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
  withSequence: { 'number or text': 'count end start', text: 'format' },
  arguments: given,
  outputs: { ...given, text: 'exitCode result' },
  parameter: { text: 'globalName name', list: 'enum', map: 'valueFrom', any: 'default description value' },
  valueFrom: {
    text: 'event expression jqFilter jsonPath parameter path',
    map: 'configMapKeyRef supplied',
    any: 'default',
  },
  artifact: {
    text: 'from fromExpression globalName name path subPath',
    number: 'mode',
    flag: 'archiveLogs deleted optional recurseMode',
    map: 'archive artifactGC artifactory azure gcs git hdfs http oss plugin raw s3',
  },
  containerSet: { list: 'containers volumeMounts', map: 'retryStrategy' },
  containerNode: { ...container, texts: `${container.texts} dependencies` },
  volumeMount: { text: 'mountPath mountPropagation name recursiveReadOnly subPath subPathExpr', flag: 'readOnly' },
  http: {
    text: 'body method successCondition url',
    list: 'headers',
    number: 'timeoutSeconds',
    flag: 'insecureSkipVerify',
    map: 'bodyFrom',
  },
  suspend: { text: 'duration' },
  resource: {
    text: 'action failureCondition manifest mergeStrategy successCondition',
    texts: 'flags',
    map: 'manifestFrom',
    flag: 'setOwnerReference',
  },
  ttlStrategy: { number: 'secondsAfterCompletion secondsAfterFailure secondsAfterSuccess' },
  podGC: { text: 'deleteDelayDuration strategy', map: 'labelSelector' },
  memoize: { map: 'cache', text: 'key maxAge' },
  podMetadata: { map: 'annotations labels' },
  resources: { map: 'limits requests', list: 'claims' },
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

const ofContainers: Readonly<Record<string, Level>> = {
  env: 'env',
  volumeMounts: 'volumeMount',
  resources: 'resources',
};
const ofGiven: Readonly<Record<string, Level>> = { parameters: 'parameter', artifacts: 'artifact' };
const ofTasks: Readonly<Record<string, Level>> = {
  arguments: 'arguments',
  continueOn: 'continueOn',
  inline: 'template',
  withSequence: 'withSequence',
};

const under: { readonly [L in Level]?: Readonly<Record<string, Level>> } = {
  spec: {
    ...{ arguments: 'arguments', retryStrategy: 'retryStrategy', templateDefaults: 'template' },
    ...{ ttlStrategy: 'ttlStrategy', podGC: 'podGC', podMetadata: 'podMetadata' },
  },
  template: {
    ...{ container: 'container', initContainers: 'container', sidecars: 'container', script: 'script', dag: 'dag' },
    ...{ retryStrategy: 'retryStrategy', suspend: 'suspend', resource: 'resource' },
    ...{ inputs: 'arguments', outputs: 'outputs', containerSet: 'containerSet', http: 'http' },
    ...{ memoize: 'memoize', metadata: 'podMetadata' },
  },
  task: ofTasks,
  step: ofTasks,
  arguments: ofGiven,
  outputs: ofGiven,
  parameter: { valueFrom: 'valueFrom' },
  containerSet: { containers: 'containerNode', volumeMounts: 'volumeMount' },
  containerNode: ofContainers,
  container: ofContainers,
  script: ofContainers,
  retryStrategy: { backoff: 'backoff' },
};
