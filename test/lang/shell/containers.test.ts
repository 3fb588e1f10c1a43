import { describe, expect, test } from 'vitest';
import { commandsOf } from '../../../src/lang/shell/commands-of.js';

const commandsIn = (text: string): readonly string[] =>
  commandsOf(text).commands.map(({ program, args, open }) => [program, ...args, ...(open ? ['…'] : [])].join(' '));

describe('what a container is given to run', () => {
  test.each([
    'docker run --rm -v x:y bitnami/kubectl kubectl delete ns x',
    'docker run --rm bitnami/kubectl:1.30@sha256:0a kubectl delete ns x',
    'docker run --entrypoint /usr/bin/kubectl image delete ns x',
    'docker run --entrypoint=ls --entrypoint=kubectl image delete ns x',
    `docker run --entrypoint sh image -c 'kubectl delete ns x'`,
    `docker run --entrypoint "" image kubectl delete ns x`,
    `docker run --health-cmd 'kubectl delete ns x' image`,
    'docker run --disable-content-trust -itd image kubectl delete ns x',
    'docker run $OPTIONS image kubectl delete ns x',
    'docker exec -e A=b -it box kubectl delete ns x',
    'docker --tls container create image kubectl delete ns x',
    'docker compose -f a.yml run --entrypoint kubectl service delete ns x',
    'docker compose run kubectl delete ns x',
    'podman --root /x run --no-hosts image kubectl delete ns x',
    'podman exec --latest kubectl delete ns x',
    'nerdctl -n k8s.io run image kubectl delete ns x',
    'ctr -n k8s.io run --rm image name kubectl delete ns x',
    'crictl exec -i box kubectl delete ns x',
  ])('%s', (text) => expect(commandsIn(text)).toContain('kubectl delete ns x'));

  test.each([
    ['hashicorp/terraform:1.5', 'terraform destroy'],
    ['localhost:5000/terraform', 'terraform destroy'],
    ['$REGISTRY/terraform:$VERSION', 'terraform destroy'],
  ])('may be for the program that the image %s is named after', (image, found) =>
    expect(commandsIn(`docker run --rm ${image} destroy`)).toContain(found));

  test('begins anywhere behind an option that nobody knows', () => {
    for (const option of ['--made-up', '-ZY', '-Z'])
      for (const image of ['image', 'value image'])
        expect(commandsIn(`docker run ${option} ${image} kubectl delete ns x`)).toContain('kubectl delete ns x');
    expect(commandsIn('docker run --made-up --entrypoint kubectl image delete x')).toContain('kubectl delete x');
    expect(commandsIn('docker --made-up run image kubectl delete x')).toContain('kubectl delete x');
  });

  test('counts as anything where only the engine can tell the program', () => {
    for (const entry of [`'["kubectl", "delete"]'`, '"$TOOL"', `'kubectl delete'`]) {
      const { commands, unsure } = commandsOf(`docker run --entrypoint ${entry} image ns x`);
      expect(unsure.length > 0 || commands.some(({ open }) => open)).toBe(true);
    }
  });

  test('is no more than that', () => {
    expect(commandsIn('docker run -v kubectl:/x --entrypoint make image test')).toEqual([
      'docker run -v kubectl:/x --entrypoint make image test',
      'make test',
    ]);
    expect(commandsIn('docker run alpine ls -l').slice(1)).toEqual(['alpine ls -l', 'ls -l']);
    expect(commandsIn('docker build --tag kubectl delete')).toHaveLength(1);
    expect(commandsIn('xargs docker run --entrypoint kubectl')).toContain('kubectl …');
  });

  test('is not known where there is more of it than anybody writes', () => {
    const many = Array.from({ length: 120 }, (_, index) => `a${index}`).join(' ');
    for (const before of ['docker run --made-up', 'systemd-run'])
      expect(commandsOf(`${before} ${many} kubectl delete ns x`).unsure).toHaveLength(1);
  });
});
