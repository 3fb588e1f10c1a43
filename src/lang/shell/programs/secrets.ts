import { behind, code, command, options, type Program, type Programs, rows, verbs } from './program.js';

const dashes: Program = { dashes: true };
/** What is in front of `--` may hold options that are not known here. */
const orDashes = (row: Program): Program => ({ ...row, dashes: true });

const withSecrets: Program = orDashes({
  takes:
    '-e --env -p --project -c --config --env-file --account --fallback --name-transformer --mount --mount-format --mount-template --path --token --scope --projectId --domain',
  code: '--command',
  reads: 'command',
});

/** Programs that run their arguments with secrets, settings or identities of somebody. */
export const secrets: Programs = {
  ...rows('op doppler infisical', verbs('run', withSecrets)),
  ...rows('bws phase teller', verbs('run', { ...withSecrets, reads: 'words' })),
  'aws-vault': verbs(
    'exec',
    orDashes(behind(1, '-d --duration -t --mfa-token --region --backend --prompt --ecs-server-port')),
  ),
  chamber: verbs('exec', orDashes(behind(1)), '-r --retries -b --backend --backend-s3-bucket --kms-key-alias'),
  ...rows(
    'aws-okta saml2aws',
    verbs('exec', orDashes(behind(1, '-a --idp-account -p --profile -d --session-duration'))),
  ),
  'aws-runas': options('-d -o -r -M'),
  ...rows('aws-env ssm-env pass-env vault-exec with-contenv', command),
  vaultenv: options('--secrets-file --host --port --addr --token --config --log-level --retry-attempts'),
  sops: verbs('exec-env exec-file', { reads: 'words', behind: 1, takes: '--user --filename --input-type' }),
  summon: options('-p --provider -f -e --environment -D --ignore --up'),
  envchain: behind(1),
  envconsul: orDashes(options('-prefix -secret -config -consul-addr -vault-addr -vault-token -log-level -exec')),
  'consul-template': code('-exec', '-template -config -consul-addr -vault-addr'),
  consul: {
    verbs: {
      ...rows('lock', { reads: 'words', behind: 1, takes: '-name -timeout -http-addr -token' }),
      ...rows('watch exec', { reads: 'words', takes: '-type -key -name -service -node -prefix -http-addr -token' }),
    },
  },
  etcdctl: { verbs: { lock: behind(1, '--ttl'), ...rows('watch exec-watch', dashes) } },
  gopass: verbs('env', orDashes(behind(1))),
  'env-cmd': options('-f --file -r --rc-file -e --environments'),
  ...rows('honcho foreman', verbs('run', options('-e --env -f --procfile -d --app-root --root'))),
  'newrelic-admin': verbs('run-program', command),
  ...rows('ddtrace-run opentelemetry-instrument', command),
  'otel-cli': verbs('exec', orDashes(options('-n --name -s --service --endpoint --kind --attrs --timeout'))),
  'sentry-cli': verbs('monitors', verbs('run', orDashes(behind(1, '-e --environment -s --schedule')))),
  cronitor: verbs('exec', orDashes(behind(1))),
  runitor: orDashes(options('-uuid -slug -ping-key -api-url -api-timeout')),
  buildevents: dashes,
};
