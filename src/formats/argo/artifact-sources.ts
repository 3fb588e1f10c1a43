/** The fields of an artifact that say where it comes from. */
export const artifactSources = [
  'artifactory',
  'azure',
  'from',
  'fromExpression',
  'gcs',
  'git',
  'hdfs',
  'http',
  'oss',
  'plugin',
  'raw',
  's3',
] as const;
