/**
 * Names of fields by what their values are, of mappings that Kubernetes has and the engine reads with the rest: probes of containers, where
 * pods may run, and how they look names up.
 */
export const podTables = {
  probe: {
    map: 'exec grpc httpGet tcpSocket',
    number:
      'failureThreshold initialDelaySeconds periodSeconds successThreshold terminationGracePeriodSeconds timeoutSeconds',
  },
  execProbe: { texts: 'command' },
  grpcProbe: { number: 'port', text: 'service' },
  httpProbe: { text: 'host path scheme', list: 'httpHeaders', 'number or text': 'port' },
  httpHeader: { text: 'name value' },
  socketProbe: { text: 'host', 'number or text': 'port' },
  affinity: { map: 'nodeAffinity podAffinity podAntiAffinity' },
  nodeAffinity: {
    list: 'preferredDuringSchedulingIgnoredDuringExecution',
    map: 'requiredDuringSchedulingIgnoredDuringExecution',
  },
  nodeChoice: { list: 'nodeSelectorTerms' },
  nodeTerm: { list: 'matchExpressions matchFields' },
  nodePreference: { number: 'weight', map: 'preference' },
  podAffinity: {
    list: 'preferredDuringSchedulingIgnoredDuringExecution requiredDuringSchedulingIgnoredDuringExecution',
  },
  podTerm: {
    map: 'labelSelector namespaceSelector',
    texts: 'matchLabelKeys mismatchLabelKeys namespaces',
    text: 'topologyKey',
  },
  podPreference: { number: 'weight', map: 'podAffinityTerm' },
  labelSelector: { list: 'matchExpressions', map: 'matchLabels' },
  requirement: { text: 'key operator', texts: 'values' },
  dnsConfig: { texts: 'nameservers searches', list: 'options' },
  dnsOption: { text: 'name value' },
} as const;

type PodLevel = keyof typeof podTables;

/** Which of them are under a key of another. */
export const underPodLevels = {
  probe: { exec: 'execProbe', grpc: 'grpcProbe', httpGet: 'httpProbe', tcpSocket: 'socketProbe' },
  httpProbe: { httpHeaders: 'httpHeader' },
  affinity: { nodeAffinity: 'nodeAffinity', podAffinity: 'podAffinity', podAntiAffinity: 'podAffinity' },
  nodeAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: 'nodePreference',
    requiredDuringSchedulingIgnoredDuringExecution: 'nodeChoice',
  },
  nodeChoice: { nodeSelectorTerms: 'nodeTerm' },
  nodeTerm: { matchExpressions: 'requirement', matchFields: 'requirement' },
  nodePreference: { preference: 'nodeTerm' },
  podAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: 'podPreference',
    requiredDuringSchedulingIgnoredDuringExecution: 'podTerm',
  },
  podTerm: { labelSelector: 'labelSelector', namespaceSelector: 'labelSelector' },
  podPreference: { podAffinityTerm: 'podTerm' },
  labelSelector: { matchExpressions: 'requirement' },
  dnsConfig: { options: 'dnsOption' },
} as const satisfies { readonly [L in PodLevel]?: Readonly<Record<string, PodLevel>> };
