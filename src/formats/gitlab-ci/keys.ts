/** Keys of the first level that are no jobs. */
export const rootKeys: ReadonlySet<string> = new Set(
  'after_script before_script cache default image include services spec stages types variables workflow <<'.split(' '),
);

/** Keys of a job. GitLab refuses a file with others. */
export const jobKeys: ReadonlySet<string> = new Set(
  (
    'after_script allow_failure artifacts before_script cache coverage dast_configuration dependencies environment except ' +
    'extends hooks id_tokens identity image inherit inputs interruptible manual_confirmation needs only pages parallel publish ' +
    'release resource_group retry rules run script secrets services stage start_in tags timeout trigger variables when <<'
  ).split(' '),
);

/** What people write who have another language in mind, or one letter less. */
export const meantKeys: ReadonlyMap<string, string> = new Map([
  ['need', 'needs'],
  ['depends', 'needs'],
  ['depends_on', 'needs'],
  ['dependson', 'needs'],
  ['dependency', 'dependencies'],
  ['step', 'script'],
  ['steps', 'script'],
  ['scripts', 'script'],
  ['command', 'script'],
  ['commands', 'script'],
  ['cmd', 'script'],
  ['stages', 'stage'],
  ['rule', 'rules'],
  ['extend', 'extends'],
  ['env', 'variables'],
  ['environments', 'environment'],
  ['runs-on', 'tags'],
  ['runs_on', 'tags'],
  ['tag', 'tags'],
  ['if', 'rules'],
  ['continue-on-error', 'allow_failure'],
  ['continue_on', 'allow_failure'],
  ['continueon', 'allow_failure'],
]);

/** The same of the first level. */
export const meantRootKeys: ReadonlyMap<string, string> = new Map([
  ['stage', 'stages'],
  ['env', 'variables'],
  ['vars', 'variables'],
  ['includes', 'include'],
]);

/** The stages of a pipeline that names none, and those that every pipeline has around its own. */
export const usualStages: readonly string[] = ['build', 'test', 'deploy'];
export const firstStage = '.pre';
export const lastStage = '.post';
export const usualStage = 'test';
