import type { OpenOptions } from '../format.js';

/** What `hooks.gitlab_ci` says of the jobs that hooks need. */
export interface GitlabSettings {
  readonly image: string | undefined;
  readonly tags: readonly string[] | undefined;
}

/** The shapes of the values are what the schema of the configuration lets through. */
export function readSettings(settings: OpenOptions['settings']): GitlabSettings {
  return {
    image: settings?.get('gitlab_ci.image') as string | undefined,
    tags: settings?.get('gitlab_ci.tags') as readonly string[] | undefined,
  };
}
