import { describe, expect, test } from 'vitest';
import { matchScript } from './match-a-script.js';

const span = { file: 'hooks.yaml', start: 0, end: 0 };

function answer(script: string, ...patterns: readonly string[]) {
  const clause = { kind: 'runs', patterns: patterns.map((text) => ({ text, span })), span } as const;
  return matchScript({ clauses: [clause], unsure: 'match', span }, script);
}

describe('a program that is given more words than are written', () => {
  test.each([
    'echo destroy | xargs terraform',
    'echo destroy | xargs -n 2 terraform',
    'echo destroy | sudo xargs -r timeout 5 terraform',
    'env -S terraform destroy',
    "git -c alias.x='!terraform' x destroy",
    'alias t=terraform\nt destroy',
    'start-stop-daemon -S -x /opt/bin/terraform -- destroy',
    'echo destroy | parallel terraform',
    'terraform $(echo destroy)',
    'terraform `echo destroy`',
  ])('counts as matched: %s', (script) => {
    expect(answer(script, 'terraform destroy*').kind).toBe('unsure');
    expect(answer(script, '/^terraform (.* )?destroy\\b/').kind).toBe('unsure');
    expect(answer(script, 'kubectl *', '/^kubectl (.* )?delete\\b/', 'terraforms *').kind).toBe('no');
  });

  test.each([
    [
      "find . -name '*.ts' | xargs grep foo",
      'terraform destroy*',
      '/^terraform (.* )?destroy\\b/',
      'grepcidr *',
      'grep bar*',
    ],
    ['find . | xargs rm -f', 'rm -rf /*', 'rmdir *'],
    ['xargs terraform fmt < files', 'terraform destroy*', 'terraform fmts*'],
    ["alias ll='ls -l'", 'lsof *', 'ls -a*'],
  ])('does not match where what is written is another command: %s', (script, ...patterns) => {
    expect(answer(script, ...patterns).kind).toBe('no');
  });

  test('counts as matched as one whose arguments are in a variable does', () => {
    for (const pattern of ['rm -rf /*', 'rm', '/^rm -\\S*r/', 'rm*'])
      expect(answer('find . | xargs rm', pattern).kind, pattern).not.toBe('no');
    expect(answer('find . | xargs rm', 'rm -rf /*')).toMatchObject({
      why: 'more arguments than are written may follow `rm`',
    });
    const other = answer('find . | xargs grep foo', 'grep bar');
    expect(other.kind === 'no' && other.miss().seen).toEqual(['find .', 'xargs grep foo', 'grep foo …']);
  });
});

describe('a regular expression, where an argument is not known', () => {
  const destroy = '/^terraform (.* )?destroy\\b/';

  test.each([
    ['terraform -chdir=infra $A', destroy],
    ['terraform -chdir=infra $(echo destroy)', destroy],
    ['terraform -chdir=infra "$A" -auto-approve', destroy],
    ['terraform -chdir=infra de$(echo stroy)', destroy],
    ['terraform $A destroy', '/^terraform destroy$/'],
    ['terraform "$@" destroy', '/^terraform destroy$/'],
    ['xargs -n 1 terraform -chdir=infra', destroy],
    ['xargs terraform -chdir=infra', '/^terraform (.* )?destroy$/'],
    ['terraform -chdir=infra $A', '/(?i)^TERRAFORM\\s+(\\S+\\s+)*DESTROY(\\s|$)/'],
    ['kubectl -n web $A', '/^kubectl (.* )?delete (ns|namespace)\\b/'],
    ['kubectl -n web "$@"', '/^kubectl (.* )?delete (ns|namespace)\\b/'],
    ['kubectl -n web "${ARGS[@]}"', '/^kubectl (.* )?delete (ns|namespace)\\b/'],
    ['kubectl -n web "$A" ns', '/^kubectl (.* )?delete (ns|namespace)\\b/'],
    ['kubectl get pods --context "$A"', '/^kubectl .*--context[= ]\\S*prod/'],
    ['kubectl --context=$A get pods', '/^kubectl .*--context[= ]\\S*prod/'],
    ['kubectl -n "$NS" $A pods', '/^kubectl (.* )?delete\\b/'],
    ['terraform -no-color $A', destroy],
    ['terraform $A', '/destroy/'],
    ['./bin/deploy.sh $STAGE', '/^\\.\\/bin\\/deploy\\.sh prod/'],
    ['./bin/deploy.sh $STAGE', './bin/deploy.sh prod*'],
  ])('counts as matched: %s by %s', (script, pattern) => expect(answer(script, pattern).kind).toBe('unsure'));

  test.each([
    ['terraform -chdir="$DIR" plan', destroy],
    ['terraform -chdir=$A', destroy],
    ['terraform workspace select $A', destroy],
    ['kubectl -n "$NS" get pods', '/^kubectl (.* )?delete\\b/'],
    ['kubectl -n $NS get pod "$A" -o $B', '/^kubectl (.* )?delete\\b/'],
    ['kubectl get $A', '/^kubectl .*--context[= ]\\S*prod/'],
    ['xargs kubectl get', '/^kubectl (.* )?delete\\b/'],
    ['terraform plan -var "name=$NAME" -out "plan-$OUT"', destroy],
    ['terraform -chdir="$DIR" destroyer', destroy],
    ['terraform plan $A', '/^terraform( -\\S+)* destroy\\b/'],
    ['terraform $A', '/^terraforms (.* )?destroy/'],
    ['make VERSION=$VERSION', destroy],
    ['make VERSION=$VERSION', '/terraform (.* )?destroy/'],
    ['cp $A $B', '/terraform (.* )?destroy/'],
    ['find . | xargs grep foo', '/terraform (.* )?destroy/'],
    ['kubectl -n "$A" pods', '/^kubectl (.* )?delete (ns|namespace)\\b/'],
    ['helm upgrade app --set "image.tag=$TAG"', '/^helm (.* )?(uninstall|delete)\\b/'],
  ])('does not match, whatever it is: %s by %s', (script, pattern) => expect(answer(script, pattern).kind).toBe('no'));

  test('takes time in proportion to the command', () => {
    const seconds = (count: number) => {
      const before = process.cpuUsage();
      answer(`terraform ${'-a=$A b '.repeat(count)}`, '/^terraform( -\\S+| \\S+)* (?:x{1,50}y)+z$/');
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1e6;
    };
    seconds(1000);
    expect(seconds(10_000)).toBeLessThan(Math.max(0.5, 30 * seconds(1000)));
  });
});

describe('an image whose program is not known', () => {
  const [words, expression] = ['kubectl delete*', '/^kubectl (.* )?delete\\b/'];

  test.each([
    ['docker run "$IMAGE" delete ns x', words],
    ['docker run --rm -v ~/.kube:/k $IMAGE delete ns x', words],
    ['docker run "$IMAGE" delete ns x', expression],
    ['docker run $IMAGE --context=prod delete ns x', expression],
    ['docker run "$REGISTRY/$NAME:$VERSION" delete ns x', words],
    ['podman run $(cat image) delete ns x', '{kubectl,oc} delete ns*'],
    ['docker run "$(cat image)" delete ns x', words],
    ['docker run "${IMAGE:-bitnami/kubectl}" delete ns x', words],
    ['docker run "$REGISTRY/${NAME##*/}:$TAG" delete ns x', words],
    ['docker compose run "$SERVICE" delete ns x', words],
    ['docker run "$IMAGE" delete "$NAMESPACE"', '/kubectl.*delete/'],
    ['docker run acme/k8s-kubectl delete ns x', words],
    ['docker run amazon/aws-cli s3 rm x', 'aws s3 rm *'],
    ['sh -c \'docker run "$IMAGE" delete ns x\'', words],
  ])('counts as matched: %s by %s', (script, pattern) => expect(answer(script, pattern).kind).toBe('unsure'));

  test.each([
    ['docker run "$IMAGE" npm test', words, expression, 'kubectl*', '/^kubectl\\b/', 'terraform destroy*'],
    ['docker run "$IMAGE" kubectl apply -f x', '/^terraform (.* )?apply\\b/', words],
    ['docker run "$IMAGE" make destroy', '/^terraform (.* )?destroy\\b/'],
    ['docker run "$IMAGE"', words, 'kubectl*'],
    ['docker run -d "$IMAGE" --delete', words],
    ['docker run acme/tool delete ns x', words],
    ['docker run acme/app-$STAGE:$VERSION delete ns x', words],
    ['docker run --entrypoint ls "$IMAGE" delete ns x', words],
    ['docker build "$IMAGE" delete', words],
    ['docker exec "$BOX" delete ns x', words],
    ['docker compose run --rm eval suite.py "$MODEL"', words],
    ['docker run acme/source ./build', words],
  ])('does not match where the words are others: %s', (script, ...patterns) =>
    expect(answer(script, ...patterns).kind).toBe('no'));

  test('is one behind which a program is found as ever', () => {
    for (const image of ['"$IMAGE"', '$IMAGE', '"$REGISTRY/tools:$VERSION"'])
      expect(answer(`docker run ${image} kubectl delete ns x`, words).kind).toBe('yes');
    expect(answer('docker run "$IMAGE" delete ns x', words)).toMatchObject({
      why: 'the image in `docker run "$IMAGE" delete ns x` may have that program as its own',
    });
  });
});
