import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

/** Of an action or a type of steps in 2.x. */
function template(text: string): string {
  return `{input_schema: {type: object}, template: ${text}}`;
}

type Row = readonly [what: string, text: string, denied: 'yes' | 'unsure' | 'no', version?: string];

/** Templates of an action, with what the step gives it. */
function templates(): readonly Row[] {
  const given = '{v: destroy, c: terraform destroy, words: [terraform, destroy], n: {v: destroy}, many: [a, b]}';
  const schema = '{type: object, properties: {d: {type: string, default: terraform destroy}}}';
  const rows: readonly (readonly [what: string, template: string, denied: Row[2]])[] = [
    ['names a value', '{run: "terraform {{.input.v}}"}', 'yes'],
    ['names a value with blanks', '{run: "terraform {{ .input.n.v }}"}', 'yes'],
    ['is all one value', '{run: "{{ .input.c }}"}', 'yes'],
    ['takes a value', '{run: {$input: c}}', 'yes'],
    ['takes a value in another way', '{action: exec, with: {command: env, args: {$input: words}}}', 'yes'],
    ['takes a value of a list', '{action: exec, with: {command: terraform, args: [{$input: words.1}]}}', 'yes'],
    ['takes a value that is not given', '{run: {$input: d}}', 'yes'],
    ['names a value that is not given', '{run: "{{ .input.d }}"}', 'yes'],
    ['names a harmless value', '{run: "terraform plan {{ .input.c }}"}', 'no'],
    ['goes through a list', '{run: "{{ range .input.many }}{{ . }}{{ end }}"}', 'unsure'],
    ['changes a value', '{run: "{{ .input.v | printf `terraform %s` }}"}', 'unsure'],
    ['has a value that nobody knows', '{run: "echo {{ .input.other }}"}', 'unsure'],
    ['has settings that nobody knows', '{action: docker.run, with: {$input: other}}', 'unsure'],
    ['computes its shell', '{run: make, with: {shell: "{{ printf `python3` }}"}}', 'unsure'],
    ['computes what it names', '{action: "{{ printf `ssh.run` }}", with: {host: a}}', 'unsure'],
    ['computes what is no command', '{run: make, description: "{{ printf `a` }}", env: {A: "{{ printf `a` }}"}}', 'no'],
    ['hands a value on', '{action: inner, with: {x: "destroy {{ .input.many.0 }}", y: "{{ .input.v }}"}}', 'yes'],
  ];
  const inner = `inner: ${template('{run: "terraform {{ .input.y }}"}')}`;
  return rows.map(([what, text, denied]) => [
    `an action whose template ${what}`,
    `actions:\n  a: {input_schema: ${schema}, template: ${text}}\n  ${inner}\nsteps:\n  - action: a\n    with: ${given}\n`,
    denied,
    '2.14',
  ]);
}

/** Programs of its own in 2.x, with the step that starts them. */
function harnesses(): readonly Row[] {
  const own = '{action: harness.run, with: {provider: tf, prompt: hi}}';
  const rows: readonly (readonly [what: string, definition: string, step: string, denied: Row[2]])[] = [
    ['with arguments', 'tf: {binary: terraform, prefix_args: [destroy]}', own, 'yes'],
    ['with a prompt', 'tf: {binary: terraform}', '{action: harness.run, with: {provider: tf, prompt: destroy}}', 'yes'],
    [
      'of the older type',
      'tf: {binary: terraform}',
      '{type: harness, command: destroy, config: {provider: tf}}',
      'yes',
    ],
    [
      'with an option',
      'tf: {binary: terraform, prompt_position: after_flags, option_flags: {x: destroy}}',
      '{action: harness.run, with: {provider: tf, prompt: hi, x: true}}',
      'yes',
    ],
    [
      'with what it reads',
      'tf: {binary: bash, prompt_mode: stdin}',
      '{action: harness.run, with: {provider: tf, prompt: terraform destroy}}',
      'yes',
    ],
    [
      'that comes second',
      'no: {binary: "false"}, tf: {binary: terraform, prefix_args: [destroy]}',
      '{action: harness.run, with: {provider: no, prompt: hi, fallback: [{provider: tf}]}}',
      'yes',
    ],
    [
      'that a variable names',
      'tf: {binary: terraform, prefix_args: [destroy]}',
      '{action: harness.run, with: {provider: "${env.P}", prompt: hi}}',
      'yes',
    ],
    [
      'with a prompt from a variable',
      'tf: {binary: terraform}',
      '{action: harness.run, with: {provider: tf, prompt: "${env.P}"}}',
      'unsure',
    ],
    [
      'in `foreach`',
      'tf: {binary: terraform, prefix_args: [destroy]}',
      `{foreach: {items: [a], steps: [${own}]}}`,
      'yes',
    ],
    ['that does something else', 'tf: {binary: terraform, prefix_args: [plan, destroy]}', own, 'no'],
    ['that no step names', 'x: {binary: terraform, prefix_args: [destroy]}, tf: {binary: echo}', own, 'no'],
  ];
  return rows.map(([what, definition, step, denied]) => [
    `a harness ${what}`,
    `harnesses: {${definition}}\nsteps:\n  - ${step}\n`,
    denied,
    '2.14',
  ]);
}

/** What containers run, with the field that says it. */
function containers(): readonly Row[] {
  const run = (config: string) => `steps:\n  - {action: docker.run, with: {image: a, ${config}}}\n`;
  const step = (container: string, command = 'ls') =>
    `steps:\n  - {command: ${command}, container: {image: a, ${container}}}\n`;
  const dag = (container: string) => `container: {image: a, ${container}}\nsteps:\n  - {run: ls}\n`;
  const legacy = (config: string) => `steps:\n  - {type: docker, command: destroy, config: {image: a, ${config}}}\n`;
  const rows: readonly (readonly [what: string, text: string, denied: Row[2], version?: string])[] = [
    ['an entry point', run('container: {entrypoint: [terraform, destroy]}'), 'yes'],
    ['an entry point with arguments', run('container: {entrypoint: [terraform], cmd: [destroy]}'), 'yes'],
    ['an entry point for a command', run('command: destroy, container: {Entrypoint: [terraform]}'), 'yes'],
    ['an entry point for a command around it', legacy('container: {entrypoint: [terraform]}'), 'yes', '1.30'],
    ['arguments', run('container: {cmd: [terraform, destroy]}'), 'yes'],
    ['arguments that are no commands', run('container: {cmd: [echo, terraform destroy]}'), 'no'],
    ['commands', run('command: [echo a, terraform destroy]'), 'yes'],
    ['a command at its start', dag('startup: command, command: [terraform, destroy]'), 'yes'],
    ['words at its start', dag('startup: command, command: [echo, terraform destroy]'), 'no'],
    ['a check', dag('healthcheck: {test: [CMD, terraform, destroy]}'), 'yes'],
    ['a check in a shell', dag('healthcheck: {test: [CMD-SHELL, "true; terraform destroy"]}'), 'yes'],
    ['a harmless check', dag('healthcheck: {test: [CMD, echo, terraform destroy]}'), 'no'],
    ['a shell', step('shell: [terraform, destroy]'), 'yes'],
    ['a shell that is one', step('shell: [/bin/bash, -c]', 'terraform destroy'), 'yes'],
    ['a shell that is one, for a harmless command', step('shell: [/bin/bash, -o, errexit, -c]'), 'no'],
    ['a shell of the DAG', dag('shell: [terraform, destroy]'), 'yes'],
  ];
  return rows.map(([what, text, denied, version = '2.14']) => [`a container with ${what}`, text, denied, version]);
}

/** Both engines take the pairs in the order of the text, so that what a merge key brings in wins over what is in front of it. */
function mergeKeys(): readonly Row[] {
  const rows: readonly (readonly [what: string, text: string, denied: Row[2], version?: string])[] = [
    ['behind a command', 'steps:\n  - {command: make, <<: {command: terraform destroy}}\n', 'yes'],
    ['behind a command that it leaves out', 'steps:\n  - {command: terraform destroy, <<: {command: make}}\n', 'no'],
    ['in front of a command', 'steps:\n  - {<<: {command: terraform destroy}, command: make}\n', 'no'],
    ['with a list', 'steps:\n  - <<: [{command: make}, {command: terraform destroy}]\n', 'yes'],
    [
      'with a list, the last of which is harmless',
      'steps:\n  - <<: [{command: terraform destroy}, {command: make}]\n',
      'no',
    ],
    ['in what a merge key brings in', 'steps:\n  - <<: {command: make, <<: {command: terraform destroy}}\n', 'yes'],
    ['of the DAG with steps', 'steps:\n  - make\n<<: {steps: [terraform destroy]}\n', 'yes'],
    ['of the DAG with steps that do not count', '<<: {steps: [terraform destroy]}\nsteps:\n  - make\n', 'no'],
    ['of the DAG with a handler', '<<: {handlerOn: {exit: {command: terraform destroy}}}\nsteps:\n  - make\n', 'yes'],
    ['of the DAG with a condition', '<<: {precondition: terraform destroy}\nsteps:\n  - make\n', 'yes'],
    ['of the DAG with a parameter', '<<: {params: {X: "; terraform destroy"}}\nsteps:\n  - make $X\n', 'yes'],
    ['of the handlers', 'handlerOn: {<<: {exit: {command: terraform destroy}}}\nsteps:\n  - make\n', 'yes'],
    ['of parameters', 'params: {X: a, <<: {X: "; terraform destroy"}}\nsteps:\n  - make $X\n', 'yes'],
    ['of steps by name', 'steps: {a: {command: make}, <<: {a: {command: terraform destroy}}}\n', 'yes'],
    [
      'of the DAG with an action',
      `<<: {actions: {a: ${template('{run: terraform destroy}')}}}\nsteps:\n  - action: a\n`,
      'yes',
      '2.14',
    ],
    [
      'of actions',
      `actions: {<<: {a: ${template('{run: terraform destroy}')}}}\nsteps:\n  - action: a\n`,
      'yes',
      '2.14',
    ],
    [
      'of a template',
      `actions: {a: ${template('{run: make, <<: {run: terraform destroy}}')}}\nsteps:\n  - action: a\n`,
      'yes',
      '2.14',
    ],
    [
      'of the DAG with constants',
      '<<: {consts: [{X: "; terraform destroy"}]}\nsteps:\n  - run: make ${consts.X}\n',
      'yes',
      '2.14',
    ],
    [
      'of an item',
      'steps:\n  - foreach: {items: [{v: a, <<: {v: "; terraform destroy"}}], steps: [{run: "make ${foreach.item.v}"}]}\n',
      'yes',
      '2.14',
    ],
    [
      'of harnesses',
      'harnesses: {<<: {tf: {binary: terraform, prefix_args: [destroy]}}}\nsteps:\n  - {action: harness.run, with: {<<: {provider: tf, prompt: a}}}\n',
      'yes',
      '2.14',
    ],
  ];
  return rows.map(([what, text, denied, version = '1.30']) => [`a merge key ${what}`, text, denied, version]);
}

/** What a rule against `terraform destroy` says of a workflow of Dagu 1.30, or of 2.14 where a row says so. */
const rows: readonly Row[] = [
  ['a mere command', 'steps:\n  - terraform destroy\n', 'yes'],
  ['one in a list in the list', 'steps:\n  - [echo a, terraform destroy]\n', 'yes'],
  ['a list of commands', 'steps:\n  - command: [echo a, terraform destroy]\n', 'yes'],
  ['a script', 'steps:\n  - script: |\n      set -e\n      terraform destroy\n', 'yes'],
  ['a key in another case', 'steps:\n  - Command: terraform destroy\n', 'yes'],
  ['a program with its arguments', 'steps:\n  - command: terraform\n    args: [destroy]\n', 'yes', '2.14'],
  ['`run` of 2.x', 'steps:\n  - run: terraform destroy\n', 'yes', '2.14'],
  ['an action over SSH', 'steps:\n  - action: ssh.run\n    with: {command: terraform destroy}\n', 'yes', '2.14'],
  ['a step in `foreach`', 'steps:\n  - foreach: {items: [a], steps: [{run: terraform destroy}]}\n', 'yes', '2.14'],
  ['a container', 'steps:\n  - container: {image: a}\n    command: terraform destroy\n', 'yes'],
  ['an action of its own', 'actions:\n  tidy: {run: terraform destroy}\nsteps:\n  - action: tidy\n', 'yes', '2.14'],
  [
    'an action that another action leads to',
    `actions:\n  a: ${template('{action: b}')}\n  b: ${template('{action: c}')}\n  c: ${template('{run: terraform destroy}')}\nsteps:\n  - action: a\n`,
    'yes',
    '2.14',
  ],
  [
    'a name with blanks around it',
    `actions:\n  " a ": ${template('{run: terraform destroy}')}\nsteps:\n  - action: "a "\n`,
    'yes',
    '2.14',
  ],
  [
    'a type of steps that takes a template',
    'step_types:\n  a: {type: command, input_schema: {type: object}, template: {$input: t}}\nsteps:\n  - {type: a, with: {t: {exec: {command: terraform, args: [destroy]}}}}\n',
    'yes',
    '2.14',
  ],
  [
    'a type of steps that is called as one of 1.30 is',
    `step_types:\n  hitl: {type: command, ${template('{command: terraform destroy}').slice(1)}\nsteps:\n  - type: hitl\n`,
    'yes',
    '2.14',
  ],
  [
    'an action in `foreach`',
    `actions:\n  a: ${template('{run: terraform destroy}')}\nsteps:\n  - foreach: {items: [a], steps: [{action: a}]}\n`,
    'yes',
    '2.14',
  ],
  [
    'a template with a merge key',
    `x: &it {run: terraform destroy}\nactions:\n  a: ${template('{<<: *it}')}\nsteps:\n  - action: a\n`,
    'yes',
    '2.14',
  ],
  [
    'actions that name each other in a circle',
    `actions:\n  a: ${template('{action: b}')}\n  b: ${template('{action: a}')}\nsteps:\n  - action: a\n`,
    'no',
    '2.14',
  ],
  [
    'an action that no step names',
    `actions:\n  a: ${template('{run: terraform destroy}')}\nsteps:\n  - action: b\n`,
    'no',
    '2.14',
  ],
  ...templates(),
  [
    'a value that a step in `foreach` hands to a DAG',
    'steps:\n  - foreach: {items: [a], steps: [{action: dag.run, with: {dag: kid, params: {X: "; terraform destroy"}}}]}\n---\nname: kid\nsteps:\n  - run: make ${params.X}\n',
    'yes',
    '2.14',
  ],
  [
    'a value that a template hands to a DAG',
    `actions:\n  a: ${template('{action: dag.run, with: {dag: kid, params: {X: "; {{ .input.c }}"}}}')}\nsteps:\n  - {action: a, with: {c: terraform destroy}}\n---\nname: kid\nsteps:\n  - run: make \${params.X}\n`,
    'yes',
    '2.14',
  ],
  [
    'an item in a text of parameters',
    'steps:\n  - {call: kid, parallel: {items: ["; terraform destroy"]}, params: "X=${ITEM}"}\n---\nname: kid\nparams: X=\nsteps:\n  - make $X\n',
    'yes',
  ],
  [
    'a variable of a step that its action reads',
    `actions:\n  a: ${template('{run: "make ${env.X}"}')}\nsteps:\n  - {action: a, env: [{X: "; terraform destroy"}]}\n`,
    'yes',
    '2.14',
  ],
  [
    'backquotes in single quotes, which Dagu 1.30 runs',
    `steps:\n  - command: "echo 'a \`terraform destroy\`'"\n`,
    'yes',
  ],
  ['backquotes in single quotes for Dagu 2.x', `steps:\n  - run: "echo 'a \`terraform destroy\`'"\n`, 'no', '2.14'],
  ['backquotes behind backslashes', `steps:\n  - command: "echo 'a \\\\\`terraform destroy\\\\\`'"\n`, 'no'],
  [
    'a function in a variable',
    'steps:\n  - {command: make, env: ["BASH_FUNC_make%%=() { terraform destroy; }"]}\n',
    'yes',
  ],
  ['a condition', 'steps:\n  - command: make\n    preconditions: [terraform destroy]\n', 'yes'],
  [
    'a condition with what it expects',
    'steps:\n  - command: make\n    preconditions: [{condition: "`terraform destroy`", expected: a}]\n',
    'yes',
  ],
  ['a variable made by a command', 'env:\n  - A: "`terraform destroy`"\nsteps:\n  - make\n', 'yes'],
  [
    'a variable of all steps',
    'defaults: {env: [{X: "; terraform destroy"}]}\nsteps:\n  - run: make ${env.X}\n',
    'yes',
    '2.14',
  ],
  ['a handler', 'steps:\n  - make\nhandlerOn:\n  exit: {command: terraform destroy}\n', 'yes'],
  ['an alias', 'x: &it {command: terraform destroy}\nsteps:\n  - *it\n', 'yes'],
  ['a merge key', 'x: &it {command: terraform destroy}\nsteps:\n  - {<<: *it, name: a}\n', 'yes'],
  ...mergeKeys(),
  ['a shell of the DAG', 'shell: bash -e\nsteps:\n  - terraform destroy\n', 'yes'],
  ['a script for bash', 'steps:\n  - script: |\n      #!/usr/bin/env bash\n      terraform destroy\n', 'yes'],
  [
    'a script for Python that starts programs',
    'steps:\n  - script: |\n      #!/usr/bin/env python3\n      import os\n      os.system(x)\n',
    'unsure',
  ],
  [
    'a script for Python that starts none',
    'steps:\n  - script: |\n      #!/usr/bin/env python3\n      print("terraform destroy")\n',
    'no',
  ],
  ['a script for an unknown program', 'steps:\n  - script: |\n      #!/usr/bin/nix-shell\n      x\n', 'unsure'],
  ['a shell that a variable names', 'shell: $SHELL_OF_MINE\nsteps:\n  - make\n', 'unsure'],
  ['a name', 'steps:\n  - name: terraform destroy\n    command: make\n', 'no'],
  ['a description', 'steps:\n  - description: terraform destroy\n    command: make\n', 'no'],
  ['a request', 'steps:\n  - type: http\n    command: GET https://example.com/terraform destroy\n', 'no'],
  ['backquotes in a request', 'steps:\n  - {type: http, command: "GET http://a/`terraform destroy`"}\n', 'yes'],
  [
    'backquotes in the text of one',
    'steps:\n  - {type: http, command: POST http://a, Script: "`terraform destroy`"}\n',
    'yes',
  ],
  ['backquotes in a list', 'steps:\n  - {type: http, command: ["GET http://a/`terraform destroy`"]}\n', 'yes'],
  [
    'backquotes in a request of the old spelling',
    'steps:\n  - {executor: {type: http}, command: "GET http://a/`terraform destroy`"}\n',
    'yes',
  ],
  ['backquotes in an archive', 'steps:\n  - {type: archive, command: "create `terraform destroy`"}\n', 'yes'],
  ['other backquotes', 'steps:\n  - {type: http, command: "GET http://a/terraform destroy/`date`"}\n', 'no'],
  ...harnesses(),
  ...containers(),
  ['another command', 'steps:\n  - terraform plan -out destroy\n', 'no'],
];

describe('a rule against a command', () => {
  test.each(rows)('%s', (_, text, denied, version = '1.30') => {
    const deny = [{ match: { runs: 'terraform destroy*' }, message: 'not here' }];
    const hooks = { enabled: true, target_version: version, deny };
    const { diagnostics } = compile(inputOf(`type: graph\n${text}`, hooks));
    const others = diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'DW450');
    expect(others.map(({ message }) => message)).toEqual([]);
    const found = diagnostics.filter(({ code }) => code === 'DW450').map(({ message }) => message);
    const answer = found.length === 0 ? 'no' : found.every((text) => text.includes('because')) ? 'unsure' : 'yes';
    expect(answer, found.join('\n')).toBe(denied);
  });
});

/** Of an action. */
function computed(action: string, key: string, value: string): string {
  return `TEMPLATE: {action: ${action}, with: {${key}: "${value}"}}`;
}

/** What a rule of another key says of a step of 2.14. */
const others: readonly (readonly [what: string, text: string, match: object, denied: boolean])[] = [
  ['type behind a type of its own', 'type: ssh, TEMPLATE: {command: ls, config: {host: a}}', { uses: 'ssh' }, true],
  ['shell behind a type of its own', 'type: command, TEMPLATE: {command: ls}', { uses: 'shell' }, true],
  ['name of a type of its own', 'type: ssh, TEMPLATE: {command: ls}', { uses: 'a' }, true],
  ['other type', 'type: ssh, TEMPLATE: {command: ls}', { uses: 'docker' }, false],
  ['action behind an action', 'TEMPLATE: {action: b, with: {image: evil/img}}', { uses: 'docker.run' }, true],
  ['image behind an action', 'TEMPLATE: {action: b, with: {image: evil/img}}', { image: 'evil/*' }, true],
  [
    'image that the step gives',
    'TEMPLATE: {action: docker.run, with: {image: {$input: image}}}',
    { image: 'mine/*' },
    true,
  ],
  ['container of a template', 'TEMPLATE: {run: ls, container: {image: evil/img}}', { image: 'evil/*' }, true],
  [
    'image that a template computes',
    computed('docker.run', 'image', '{{ printf `evil/img` }}'),
    { image: 'evil/*' },
    true,
  ],
  [
    'image of which a template computes the end',
    computed('docker.run', 'image', 'mine/{{ printf `a` }}'),
    { image: 'evil/*' },
    false,
  ],
  [
    'image of which a template computes the beginning',
    computed('docker.run', 'image', '{{ printf `a` }}:1'),
    { image: '*:latest' },
    false,
  ],
  [
    'image that a template computes, for an expression',
    computed('docker.run', 'image', 'a/{{ printf `b` }}'),
    { image: '/^a/c/' },
    true,
  ],
  [
    'image that a template computes, for a rule about what is certain',
    computed('docker.run', 'image', '{{ printf `evil/img` }}'),
    { image: 'evil/*', unsure: 'skip' },
    false,
  ],
  [
    'image that a template computes, for a condition',
    computed('docker.run', 'image', '{{ printf `evil/img` }}'),
    { cel: 'step.images.exists(i, i.startsWith("evil/"))' },
    true,
  ],
  [
    'image that a template computes, for a condition about another thing',
    computed('docker.run', 'image', '{{ printf `evil/img` }}'),
    { cel: 'step.images.size() > 5 && "STAGE" in step.env' },
    false,
  ],
  [
    'action that a template computes',
    'TEMPLATE: {action: "{{ printf `ssh.run` }}", with: {host: a}}',
    { uses: 'ssh.*' },
    true,
  ],
  ['DAG that a template computes', computed('dag.run', 'dag', '{{ printf `child` }}'), { calls: 'child' }, true],
  ['image from a variable', computed('docker.run', 'image', '${env.IMAGE}'), { image: 'evil/*' }, true],
  [
    'image from a variable that is known',
    computed('docker.run', 'image', '${consts.IMAGE}'),
    { image: 'evil/*' },
    false,
  ],
  ['image that a variable says', computed('docker.run', 'image', '${consts.IMAGE}'), { image: 'mine/*' }, true],
  ['DAG that a template calls', 'TEMPLATE: {action: dag.run, with: {dag: child}}', { calls: 'child' }, true],
  ['variable of a template', 'TEMPLATE: {run: ls, env: {STAGE: prod}}', { env: { STAGE: 'prod' } }, true],
];

describe('a rule against another thing', () => {
  test.each(others)('%s', (_, definition, match, denied) => {
    const isType = definition.startsWith('type');
    const inner = '  b: {input_schema: {type: object}, template: {action: docker.run, with: {image: {$input: image}}}}';
    const own = definition.replace('TEMPLATE', 'input_schema: {type: object}, template');
    const text = `type: graph\nconsts: [{IMAGE: mine/a}]\n${isType ? 'step_types' : 'actions'}:\n  a: {${own}}\n${isType ? '' : `${inner}\n`}steps:\n`;
    const steps = [
      `  - {${isType ? 'type' : 'action'}: a, with: {image: mine/img}}\n`,
      `  - foreach: {items: [a], steps: [{${isType ? 'type' : 'action'}: a, with: {image: mine/img}}]}\n`,
    ];
    for (const step of steps) {
      const hooks = { enabled: true, target_version: '2.14', deny: [{ match, message: 'not here' }] };
      const { diagnostics } = compile(inputOf(text + step, hooks));
      const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
      expect(errors).toEqual(denied ? ['DW450'] : []);
    }
  });
});

test('a variable of all steps is one of each', () => {
  const text = 'type: graph\ndefaults: {env: {STAGE: prod}}\nsteps:\n  - make\n  - {name: b, run: make}\n';
  const deny = [{ match: { env: { STAGE: 'prod' } }, message: 'not here' }];
  const { diagnostics } = compile(inputOf(text, { enabled: true, target_version: '2.14', deny }));
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([
    'DW450',
    'DW450',
  ]);
});
