import { interpreter, type Program, type Programs, rows } from './program.js';

const client = (list: string, takes = ''): Program => ({
  code: list,
  takes,
  files: '-f --file',
  input: true,
  language: 'other',
});

/** Programs that are given code in another language. */
export const languages: Programs = {
  perl: interpreter('-e -E', '-I'),
  ...rows('python pypy', { ...interpreter('-c', '-W -X'), program: '-m', takes: '-W -X -m' }),
  timeit: { takes: '-n -r -u', code: '-s', reads: 'each', language: 'other' },
  ruby: interpreter('-e', '-r -I -E -C'),
  ...rows(
    'node nodejs tsx ts-node',
    interpreter(
      '-e --eval -p --print -pe',
      '-r --require --import --loader --env-file --input-type -C --conditions --tsconfig',
    ),
  ),
  bun: {
    ...interpreter('-e --eval -p --print', '-r --preload --env-file -C --conditions --tsconfig-override --cwd'),
    verbs: { x: { reads: 'command', takes: '-p --package' } },
  },
  deno: { verbs: { eval: { reads: 'first', language: 'other' } } },
  php: interpreter('-r -B -R -E', '-d -c -z'),
  ...rows('lua luajit texlua', interpreter('-e', '-l')),
  ...rows('Rscript R julia elixir scala groovy racket guile osascript', interpreter('-e -E --eval --print', '-l -L')),
  ...rows('tclsh wish', interpreter('')),
  expect: interpreter('-c', '-f'),
  ...rows('awk gawk mawk nawk', {
    takes: '-F --field-separator -v --assign',
    files: '-f --file',
    code: '-e --source',
    reads: 'first',
    language: 'awk',
  }),
  ...rows('sed gsed', {
    takes: '-l --line-length',
    files: '-f --file',
    code: '-e --expression',
    reads: 'first',
    language: 'sed',
  }),
  psql: client(
    '-c --command',
    '-d --dbname -h --host -p --port -U --username -v --set --variable -o --output -F -P -R -T',
  ),
  ...rows('mysql mariadb', client('-e --execute', '-h --host -u --user -P --port -D --database -S')),
  sqlite: { takes: '-separator -newline -nullvalue', reads: 'words', behind: 1, input: true, language: 'other' },
  ...rows('duckdb clickhouse-client mongosh', client('-c -q --query --eval --execute', '--host --port -h -u')),
};
