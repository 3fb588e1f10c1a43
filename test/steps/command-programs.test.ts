import { expect, test } from 'vitest';
import { commandPrograms } from '../../src/steps/command-programs.js';

test.each([
  ['docker run alpine apk add x && jq . x', ['docker', 'jq']],
  ['sudo docker exec box psql; make', ['sudo', 'docker', 'make']],
  ['docker run -v "$(realpath .)":/x hashicorp/terraform plan', ['docker', 'realpath']],
  ['ssh host "psql -c x" | tee log', ['ssh', 'tee']],
  ['kubectl exec pod -- psql', ['kubectl']],
  ['clean() { rm x; }\nclean', ['rm']],
  ['sudo sh -c "jq . x"', ['sudo', 'sh', 'jq']],
])('what a command starts on this machine: %s', (command, expected) =>
  expect([...commandPrograms(command)].sort()).toEqual([...expected].sort()));
