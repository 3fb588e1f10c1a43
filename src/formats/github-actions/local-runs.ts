import type { FileRun } from '../../model/facts.js';
import { fieldText, stepsOf } from './fields.js';
import type { GithubWorkflow } from './read.js';

/** Workflows and actions of the same repository that jobs and steps name. */
export function localRuns({ workflow, texts, document }: GithubWorkflow): readonly FileRun[] {
  const [, folder] = /^(.*\/)\.github\//.exec(document.file.path.replaceAll('\\', '/')) ?? [];
  return texts.flatMap(({ list }, dag) =>
    list.steps.flatMap(({ map }, index) =>
      [map, ...stepsOf(map, 'parallel')].flatMap((one): readonly FileRun[] => {
        const written = fieldText(one, 'uses');
        if (written === undefined || !/^\.[\\/]/.test(written)) return [];
        return [{ written, paths: pathsOf(written, folder ?? ''), span: workflow.dags[dag]!.nodes[index]!.span }];
      }),
    ),
  );
}

/** @param folder that of the repository */
function pathsOf(written: string, folder: string): readonly string[] {
  const path = written.replaceAll('\\', '/').slice(2).replace(/\/$/, '');
  if (/\.ya?ml$/.test(path)) return [folder + path];
  return ['action.yml', 'action.yaml'].map((name) => folder + (path === '' ? name : `${path}/${name}`));
}
