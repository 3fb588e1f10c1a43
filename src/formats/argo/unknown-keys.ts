import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import type { YamlMap, YamlScalar } from '../../text/yaml-node.js';
import type { ArgoDocument } from './document.js';
import { fieldsOf, kindOf, type Level, spelledAs } from './field-table.js';
import { knownMapsOf } from './known-fields.js';
import { spansIn } from './spans.js';

/**
 * Reports keys that the engine does not know, such as `retries` of a template, so that it refuses the file.
 * @param isReported was something said of that key before?
 */
export function checkUnknownKeys(
  document: ArgoDocument,
  isReported: (key: YamlScalar) => boolean,
  report: Report,
): void {
  const at = spansIn(document.file);
  for (const { map, level, key: within, of, called, isOdd } of knownMapsOf(document)) {
    // What is inside of a value in a list of steps, the engine reads whatever its keys are.
    if (isOdd || (of === 'step' && within !== undefined)) continue;
    for (const { key } of unknownIn(map, level)) {
      if (isReported(key)) continue;
      const place = within === undefined ? '' : `${within}.`;
      const why = `has \`${place}${key.value}\`, which is not a key that the engine knows there`;
      report('DW279', { of, called, why, instead: insteadOf(key.value, level) }, { span: at(key) });
    }
  }
}

function unknownIn({ pairs }: YamlMap, level: Level): YamlMap['pairs'] {
  return pairs.filter(({ key: { value } }) => {
    if (value === '<<' || kindOf(level, value) !== undefined || spelledAs(level, value) !== undefined) return false;
    return !ofOtherVersions[level]?.includes(value) && !saidElsewhere[level]?.includes(value);
  });
}

function insteadOf(key: string, level: Level): string {
  const hint = hints[level]?.[key];
  if (hint !== undefined) return hint;
  const nearest = nearestName(key, fieldsOf(level).keys());
  return nearest === undefined ? 'Take it out.' : `Write \`${nearest}\`, or take it out.`;
}

type ByLevel<T> = { readonly [L in Level]?: T };

/** Keys of Argo 3, and of versions yet to come. */
const ofOtherVersions: ByLevel<readonly string[]> = {
  spec: ['executorPlugins', 'podPriority', 'podResources', 'priority', 'resourceClaims'],
  httpArtifact: ['saveStreamViaFile'],
  metadata: ['clusterName'],
  s3: ['addressingStyle'],
  schedule: ['schedule'],
  synchronization: ['mutex', 'semaphore'],
  template: [
    'arguments',
    'imagePullSecrets',
    'pendingTimeout',
    'podResources',
    'priority',
    'resourceClaims',
    'resubmitPendingPods',
  ],
  container: ['mirrorVolumeMounts', 'resizePolicy', 'restartPolicyRules'],
  script: ['resizePolicy', 'restartPolicyRules'],
  containerNode: ['resizePolicy', 'restartPolicyRules'],
  envSource: ['fileKeyRef'],
};

const ofCallers = ['activeDeadlineSeconds', 'inputs', 'outputs', 'retryStrategy', 'timeout'];

/** What has a message that says more. */
const saidElsewhere: ByLevel<readonly string[]> = {
  task: ofCallers,
  step: [...ofCallers, 'depends', 'dependencies'],
};

const retries = 'Write `retryStrategy: {limit: "3"}` in the template.';
const inContainer = (key: string) => `Write \`${key}\` in the \`container\` of the template.`;
const inSelector = (key: string) => `Write \`${key}\` in a \`labelSelector\`.`;
const asAnnotation = 'Write it as a comment, or under `metadata.annotations` of the workflow.';

/** What people mean by keys that come near to none. */
const hints: ByLevel<Readonly<Record<string, string>>> = {
  root: { description: asAnnotation },
  spec: { description: asAnnotation },
  template: {
    ...{ retries, retry: retries, description: asAnnotation },
    ...{ image: inContainer('image'), command: inContainer('command'), args: inContainer('args') },
    ...{ env: inContainer('env'), resources: inContainer('resources'), volumeMounts: inContainer('volumeMounts') },
  },
  task: { retries, retry: retries, description: asAnnotation },
  step: { retries, retry: retries, description: asAnnotation },
  container: { environment: 'Write `env: [{name: …, value: …}]`.' },
  script: { environment: 'Write `env: [{name: …, value: …}]`.' },
  hook: { when: 'Write `expression`.' },
  envSource: { secretRef: 'Write `secretKeyRef`.', configMapRef: 'Write `configMapKeyRef`.' },
  envFrom: { secret: 'Write `secretRef`.', configMap: 'Write `configMapRef`.' },
  probe: {
    command: 'Write `exec: {command: […]}`.',
    ...{ path: 'Write `httpGet: {path: …, port: …}`.', port: 'Write `tcpSocket: {port: …}`.' },
  },
  podTerm: { matchLabels: inSelector('matchLabels'), matchExpressions: inSelector('matchExpressions') },
  secretVolume: { name: 'Write `secretName`.' },
  claimVolume: { name: 'Write `claimName`.', claim: 'Write `claimName`.' },
  parameter: {
    type: 'Take it out: every parameter is a text.',
    required: 'Take it out: a parameter without `value` and `default` has to be given.',
  },
};
