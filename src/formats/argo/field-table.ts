import { podTables, underPodLevels } from './pod-fields.js';

/** What a value has to be. */
export type FieldKind = 'text' | 'texts' | 'list' | 'map' | 'flag' | 'number' | 'number or text' | 'any';

/** A mapping whose fields are known. */
export type Level = keyof typeof tables;

export function kindOf(level: Level, key: string): FieldKind | undefined {
  return fieldsOf(level).get(key);
}

/** The key that is written there in other letters, such as `Timeout` or `retry_strategy`. */
export function spelledAs(level: Level, written: string): string | undefined {
  if (fieldsOf(level).has(written)) return undefined;
  const plain = plainly(written);
  return [...fieldsOf(level).keys()].find((key) => plainly(key) === plain);
}

/**
 * Every field of a mapping with what its value has to be.
 * @internal
 */
export function fieldsOf(level: Level): ReadonlyMap<string, FieldKind> {
  let fields = known.get(level);
  if (!fields) {
    fields = new Map(
      Object.entries(tables[level]).flatMap(([kind, names]: readonly [string, string]) =>
        names.split(/\s+/).map((name): [string, FieldKind] => [name, kind as FieldKind]),
      ),
    );
    known.set(level, fields);
  }
  return fields;
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

const reference: Fields = { text: 'name', flag: 'clusterScope' };

const tables = {
  root: { any: 'apiVersion kind metadata spec status' },
  metadata: {
    text: 'generateName name namespace resourceVersion selfLink uid',
    map: 'annotations labels',
    any: 'creationTimestamp deletionGracePeriodSeconds deletionTimestamp generation',
    list: 'finalizers managedFields ownerReferences',
  },
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
  hook: { map: 'arguments templateRef', text: 'expression template' },
  synchronization: { list: 'mutexes semaphores' },
  mutex: { text: 'name namespace', flag: 'database' },
  semaphore: { map: 'configMapKeyRef database', text: 'namespace' },
  templateRef: { ...reference, text: `${reference.text} template` },
  workflowTemplateRef: reference,
  archive: { map: 'none tar zip' },
  artifactGC: { map: 'podMetadata', text: 'serviceAccountName strategy' },
  artifactory: { text: 'url', map: 'passwordSecret usernameSecret' },
  azure: { text: 'blob container endpoint', map: 'accountKeySecret', flag: 'useSDKCreds' },
  gcs: { text: 'bucket key', map: 'serviceAccountKeySecret' },
  git: {
    text: 'branch repo revision',
    number: 'depth',
    flag: 'disableSubmodules insecureIgnoreHostKey insecureSkipTLS singleBranch',
    texts: 'fetch',
    map: 'passwordSecret sshPrivateKeySecret usernameSecret',
  },
  hdfs: {
    text: 'dataTransferProtection hdfsUser krbRealm krbServicePrincipalName krbUsername path',
    texts: 'addresses',
    flag: 'force',
    map: 'krbCCacheSecret krbConfigConfigMap krbKeytabSecret',
  },
  httpArtifact: { text: 'url', list: 'headers', map: 'auth' },
  oss: {
    text: 'bucket endpoint key securityToken',
    flag: 'createBucketIfNotPresent useSDKCreds',
    map: 'accessKeySecret lifecycleRule secretKeySecret',
  },
  raw: { text: 'data' },
  s3: {
    text: 'bucket endpoint key region roleARN',
    flag: 'insecure useSDKCreds',
    map: 'accessKeySecret caSecret createBucketIfNotPresent encryptionOptions secretKeySecret sessionTokenSecret',
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
  envSource: { map: 'configMapKeyRef fieldRef resourceFieldRef secretKeyRef' },
  keyRef: { text: 'key name', flag: 'optional' },
  envFrom: { map: 'configMapRef secretRef', text: 'prefix' },
  wholeRef: { text: 'name', flag: 'optional' },
  port: { text: 'hostIP name protocol', number: 'containerPort hostPort' },
  securityContext: {
    flag: 'allowPrivilegeEscalation privileged readOnlyRootFilesystem runAsNonRoot',
    number: 'runAsGroup runAsUser',
    map: 'appArmorProfile capabilities seLinuxOptions seccompProfile windowsOptions',
    text: 'procMount',
  },
  capabilities: { texts: 'add drop' },
  podSecurityContext: {
    flag: 'runAsNonRoot',
    number: 'fsGroup runAsGroup runAsUser',
    map: 'appArmorProfile seLinuxOptions seccompProfile windowsOptions',
    list: 'supplementalGroups sysctls',
    text: 'fsGroupChangePolicy seLinuxChangePolicy supplementalGroupsPolicy',
  },
  volume: {
    text: 'name',
    map: `awsElasticBlockStore azureDisk azureFile cephfs cinder configMap csi downwardAPI emptyDir ephemeral fc flexVolume flocker
      gcePersistentDisk gitRepo glusterfs hostPath image iscsi nfs persistentVolumeClaim photonPersistentDisk portworxVolume
      projected quobyte rbd scaleIO secret storageos vsphereVolume`,
  },
  secretVolume: { text: 'secretName', list: 'items', number: 'defaultMode', flag: 'optional' },
  configMapVolume: { text: 'name', list: 'items', number: 'defaultMode', flag: 'optional' },
  claimVolume: { text: 'claimName', flag: 'readOnly' },
  emptyDir: { text: 'medium', any: 'sizeLimit' },
  toleration: { text: 'effect key operator value', number: 'tolerationSeconds' },
  ...podTables,
} as const satisfies Record<string, Fields>;

/** Names of fields by what their values are. */
type Fields = { readonly [K in FieldKind]?: string };

// Each made when it is asked for: a run with files of another engine asks for none.
const known = new Map<Level, ReadonlyMap<string, FieldKind>>();

const ofContainers: Readonly<Record<string, Level>> = {
  env: 'env',
  envFrom: 'envFrom',
  ports: 'port',
  securityContext: 'securityContext',
  volumeMounts: 'volumeMount',
  resources: 'resources',
  ...{ livenessProbe: 'probe', readinessProbe: 'probe', startupProbe: 'probe' },
};
const ofPods: Readonly<Record<string, Level>> = {
  affinity: 'affinity',
  securityContext: 'podSecurityContext',
  tolerations: 'toleration',
  volumes: 'volume',
};
const ofGiven: Readonly<Record<string, Level>> = { parameters: 'parameter', artifacts: 'artifact' };
const ofTasks: Readonly<Record<string, Level>> = {
  arguments: 'arguments',
  continueOn: 'continueOn',
  inline: 'template',
  withSequence: 'withSequence',
  templateRef: 'templateRef',
};
const ofArtifacts: Readonly<Record<string, Level>> = {
  ...{
    archive: 'archive',
    artifactGC: 'artifactGC',
    artifactory: 'artifactory',
    azure: 'azure',
    gcs: 'gcs',
    git: 'git',
  },
  ...{ hdfs: 'hdfs', http: 'httpArtifact', oss: 'oss', raw: 'raw', s3: 's3' },
};

const under: { readonly [L in Level]?: Readonly<Record<string, Level>> } = {
  root: { metadata: 'metadata' },
  spec: {
    ...{ synchronization: 'synchronization', workflowTemplateRef: 'workflowTemplateRef' },
    ...{ arguments: 'arguments', retryStrategy: 'retryStrategy', templateDefaults: 'template' },
    ...{ dnsConfig: 'dnsConfig', ttlStrategy: 'ttlStrategy', podGC: 'podGC', podMetadata: 'podMetadata' },
    ...ofPods,
  },
  template: {
    ...{ container: 'container', initContainers: 'container', sidecars: 'container', script: 'script', dag: 'dag' },
    ...{ retryStrategy: 'retryStrategy', suspend: 'suspend', resource: 'resource' },
    ...{ inputs: 'arguments', outputs: 'outputs', containerSet: 'containerSet', http: 'http' },
    ...{ memoize: 'memoize', metadata: 'podMetadata', synchronization: 'synchronization' },
    ...ofPods,
  },
  task: ofTasks,
  step: ofTasks,
  artifact: ofArtifacts,
  hook: { arguments: 'arguments', templateRef: 'templateRef' },
  synchronization: { mutexes: 'mutex', semaphores: 'semaphore' },
  arguments: ofGiven,
  outputs: ofGiven,
  parameter: { valueFrom: 'valueFrom' },
  valueFrom: { configMapKeyRef: 'keyRef' },
  env: { valueFrom: 'envSource' },
  envSource: { configMapKeyRef: 'keyRef', secretKeyRef: 'keyRef' },
  envFrom: { configMapRef: 'wholeRef', secretRef: 'wholeRef' },
  securityContext: { capabilities: 'capabilities' },
  volume: {
    ...{ configMap: 'configMapVolume', emptyDir: 'emptyDir', persistentVolumeClaim: 'claimVolume' },
    secret: 'secretVolume',
  },
  containerSet: { containers: 'containerNode', volumeMounts: 'volumeMount' },
  containerNode: ofContainers,
  container: ofContainers,
  script: ofContainers,
  retryStrategy: { backoff: 'backoff' },
  podGC: { labelSelector: 'labelSelector' },
  ...underPodLevels,
};
