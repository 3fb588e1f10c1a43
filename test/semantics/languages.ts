import type { CommandOf, EngineName } from './rows.js';

/** Two tasks, `build` and `deploy` that waits for it, as a person would write them for each engine. */
export const languages: Readonly<Record<EngineName, (command: CommandOf) => string>> = {
  'Dagu 1.30': dagu,
  'Dagu 2.14': dagu,
  'Argo Workflows': (command) => `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: main}
spec:
  entrypoint: main
  templates:
    - name: main
      dag:
        tasks:
          - {name: build, template: build}
          - {name: deploy, template: deploy, dependencies: [build]}
    - name: build
      script: {image: alpine, command: [sh], source: '${command('build')}'}
    - name: deploy
      script: {image: alpine, command: [sh], source: '${command('deploy')}'}
`,
  'GitHub Actions': (command) => `name: main
on: push
env: {STAGE: test}
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - run: ${command('build')}
  deploy:
    runs-on: ubuntu-latest
    needs: build
    steps:
      - run: ${command('deploy')}
`,
  'GitLab CI': (command) => `variables: {STAGE: test}
build:
  script:
    - ${command('build')}
deploy:
  needs: [build]
  script:
    - ${command('deploy')}
`,
};

/** The same where it is written in another way. */
export const workflowsWith = {
  'tasks that are DAGs': daguOfDags,
  '`depends`': (command: CommandOf) =>
    languages['Argo Workflows'](command).replace('dependencies: [build]', 'depends: build'),
} as const;

/** Each task is a DAG that the first one calls. */
function daguOfDags(command: CommandOf): string {
  const task = (name: string) => `---\nname: ${name}\nsteps:\n  - name: work\n    command: ${command(name)}\n`;
  return `type: graph
steps:
  - name: call-build
    call: build
  - name: call-deploy
    call: deploy
    depends: [call-build]
${task('build')}${task('deploy')}`;
}

function dagu(command: CommandOf): string {
  return `type: graph
env: [{STAGE: test}]
steps:
  - name: build
    command: ${command('build')}
  - name: deploy
    command: ${command('deploy')}
    depends: [build]
`;
}
