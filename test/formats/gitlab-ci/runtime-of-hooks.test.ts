import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

const tell = { id: 'tell', type: 'webhook', url: 'https://example.org', body: 'failed' };

/** Which programs are missing for a hook among the commands of a job, one around the job, and one at the end. */
function missing(job: string, settings: object = {}, root = '', path?: string): string {
  const text = `${root}build:\n${job.replace(/^/gm, '  ')}\n`;
  const of = (injections: object) => {
    const input = inputOf(text, { enabled: true, ...settings, injections });
    const workflow = path === undefined ? input.workflow : [{ path, text }];
    const { diagnostics } = compile({ ...input, workflow });
    const found = diagnostics.filter(({ code }) => code === 'DW635');
    return found.map(({ message }) => /calls `([^`]*)`/.exec(message)?.[1]).join() || '-';
  };
  return [
    of({ post_task: [tell] }),
    of({ post_task: [{ ...tell, run: 'failure' }] }),
    of({ final: [{ ...tell, run: 'failure' }] }),
  ].join(' ');
}

const [python, script] = ['image: python:3.12', 'script: [make]'];
const npx = { runtime: 'npx --yes dagweave' };

describe('a hook that calls a program', () => {
  test.each([
    ['an image of Docker', `${python}\n${script}`, {}, '', 'dagweave dagweave -'],
    ['one for all jobs', script, {}, 'default: {image: {name: python}}\n', 'dagweave dagweave dagweave'],
    ['one at the first level', script, {}, 'image: docker.io/library/alpine:3\n', 'dagweave dagweave dagweave'],
    [
      'one by way of a cache',
      `image: "\${CI_DEPENDENCY_PROXY_GROUP_IMAGE_PREFIX}/ruby:$V"\n${script}`,
      {},
      '',
      'dagweave dagweave -',
    ],
    ['what the runner has', script, {}, '', '- - -'],
    ['an image of its own', `image: acme/python:3\n${script}`, {}, '', '- - -'],
    ['an image from a variable', `image: $IMAGE\n${script}`, {}, 'variables: {IMAGE: python}\n', '- - -'],
    ['an image like one of Docker', `image: python-tools:3\n${script}`, {}, '', '- - -'],
    [
      'an image for all, not taken over',
      `inherit: {default: false}\n${script}`,
      {},
      'default: {image: python}\n',
      '- - dagweave',
    ],
    ['a job that installs it', 'image: node:22\nscript: [npm ci]', {}, '', '- dagweave -'],
    ['a job that installs it first', `${python}\nbefore_script: [npm i -g dagweave]\n${script}`, {}, '', '- - -'],
    [
      'commands that are not known',
      `${python}\nbefore_script: [!reference [.x, y]]\n${script}`,
      {},
      'include: x.yml\n',
      '- - -',
    ],
    ['a job before which a file may install it', `${python}\n${script}`, {}, 'include: x.yml\n', '- - -'],
    [
      'a job with first commands of its own',
      `${python}\nbefore_script: [pip install x]\n${script}`,
      {},
      'include: x.yml\n',
      'dagweave dagweave -',
    ],
    [
      'a job with the first commands of this file',
      `${python}\n${script}`,
      {},
      'include: x.yml\nbefore_script: [pip install x]\n',
      'dagweave dagweave -',
    ],
    ['an image of Node', `image: node:22\n${script}`, npx, '', '- - -'],
    ['an image without Node', `${python}\n${script}`, npx, '', 'npx npx -'],
    ['an image that gets Node', `${python}\nbefore_script: [apt-get install -y nodejs]\n${script}`, npx, '', '- - -'],
    ['an image for hooks', script, { ...npx, gitlab_ci: { image: 'node:22' } }, 'image: python\n', 'npx - -'],
    [
      'a bad image for hooks',
      `image: acme/x\n${script}`,
      { gitlab_ci: { image: 'node:22' } },
      '',
      '- dagweave dagweave',
    ],
    ['another program', `${python}\n${script}`, { runtime: '/opt/dagweave' }, '', '- - -'],
  ])('in %s', (_, job, settings, root, expected) => expect(missing(job, settings, root)).toBe(expected));

  test('in a file whose includer may give the image', () => {
    expect(missing(script, {}, 'image: python\n', '.gitlab/ci/build.gitlab-ci.yml')).toBe('- - -');
  });

  test('that is a shell hook needs none', () => {
    const injections = { post_task: [{ id: 'x', type: 'shell', command: './x' }] };
    const { diagnostics } = compile(inputOf(`build:\n  ${python}\n  ${script}\n`, { enabled: true, injections }));
    expect(diagnostics.map(({ code }) => code)).not.toContain('DW635');
  });
});
