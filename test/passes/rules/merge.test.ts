import { describe, expect, test } from 'vitest';
import { createCollector } from '../../../src/diagnostics/diagnostics.js';
import { readConfiguration } from '../../../src/frontends/index.js';
import type { Layer } from '../../../src/model/layer.js';
import { mergeLayers } from '../../../src/passes/rules/merge.js';
import { codesOf, readLayers } from './read-layers.js';

const command = (text: string) => ({ type: 'shell', command: text });
const settings = ({ rules: { rules: _, ...rest } }: ReturnType<typeof readLayers>) => rest;

describe('settings', () => {
  test('the strongest layer that states one wins, whatever the order in which layers come', () => {
    const global = {
      layer: 'global',
      hooks: { enabled: true, runtime: 'a', target_version: '1.30', marks: false },
    } as const;
    const project = { layer: 'project', hooks: { enabled: false, runtime: 'b', tasks_are: 'nodes' } } as const;
    const environment = { layer: 'environment', hooks: { enabled: true } } as const;
    const line = { layer: 'command-line', hooks: { runtime: 'c', limits: { max_added_steps: 3 } } } as const;
    const expected = {
      enabled: true,
      runtime: 'c',
      targetVersion: '1.30',
      tasksAre: 'nodes',
      marks: false,
      maxAddedSteps: 3,
    };
    expect(settings(readLayers([global, project, environment, line]))).toMatchObject(expected);
    expect(settings(readLayers([line, environment, project, global]))).toMatchObject(expected);
  });

  test('without any layer hooks are off and every setting has its default', () => {
    expect(settings(readLayers([]))).toMatchObject({
      enabled: false,
      tasksAre: 'auto',
      taskIds: [],
      setup: [{ text: 'branches-setup' }],
      taskEnds: [{ text: 'post-merge' }],
      runtime: 'dagweave',
      maxAddedSteps: undefined,
      format: undefined,
      marks: true,
    });
  });

  test('variables are joined by name', () => {
    const result = readLayers([
      { layer: 'global', hooks: { vars: { team: 'all', region: 'north' }, context: { spec_id: 'a' } } },
      { layer: 'project', hooks: { vars: { team: 'platform' }, context: { task_id: 'b' } } },
    ]);
    expect([...result.rules.vars]).toEqual([
      ['team', 'platform'],
      ['region', 'north'],
    ]);
    expect([...result.rules.context.keys()]).toEqual(['spec_id', 'task_id']);
  });

  test('format auto in a stronger layer undoes the choice of a weaker one', () => {
    const result = readLayers([
      { layer: 'global', hooks: { format: 'dagu' } },
      { layer: 'project', hooks: { format: 'auto' } },
    ]);
    expect(result.rules.format).toBeUndefined();
  });
});

describe('files that are in force by being there', () => {
  const layerOf = (hooks: object, inForce: boolean): Layer => {
    const { report } = createCollector();
    const layer = readConfiguration({ path: 'a.json', text: JSON.stringify({ hooks }), layer: 'project' }, report)!;
    return { ...layer, inForce: inForce ? { file: 'a.json', start: 0, end: 1 } : undefined };
  };
  const rule = (id: string) => ({ injections: { final: [{ id, ...command('true') }] } });
  const present = layerOf(rule('present'), true);
  const merged = (...layers: Layer[]) => {
    const { settings, rules } = mergeLayers(layers, () => undefined);
    return [settings.enabled?.value, ...rules.map(({ id }) => id?.value)];
  };

  test('switch on themselves', () => {
    expect(merged(present)).toEqual([true, 'present']);
  });

  test('switch on nothing else', () => {
    expect(merged(layerOf(rule('other'), false), present)).toEqual([true, 'present']);
  });

  test('go along with what a stronger or weaker layer says', () => {
    expect(merged(layerOf({ ...rule('other'), enabled: true }, false), present)).toEqual([true, 'other', 'present']);
    expect(merged(present, layerOf({ enabled: false }, false))[0]).toBe(false);
  });
});

describe('steps and rules', () => {
  test('a stronger layer replaces a step by name, also under rules of a weaker one', () => {
    const result = readLayers([
      {
        layer: 'global',
        hooks: { step_definitions: { lint: command('weak') }, injections: { final: [{ step: 'lint' }] } },
      },
      { layer: 'project', hooks: { step_definitions: { lint: command('strong') } } },
    ]);
    expect(result.rules.rules.map((rule) => rule.step.config.command)).toEqual(['strong']);
  });

  test('a rule may use a step of any layer', () => {
    const result = readLayers([
      { layer: 'global', hooks: { step_definitions: { lint: command('lint') } } },
      { layer: 'project', hooks: { injections: { final: [{ step: 'lint' }] } } },
    ]);
    expect(codesOf(result)).toEqual([]);
    expect(result.rules.rules).toHaveLength(1);
  });

  test('rules add up, global first, and count positions by layer and point', () => {
    const rules = (name: string) => ({
      post_task: [command(`${name} 1`), command(`${name} 2`)],
      final: [command(`${name} 3`)],
    });
    const result = readLayers([
      { layer: 'project', path: 'a.json', hooks: { injections: rules('a') } },
      { layer: 'project', path: 'b.json', hooks: { injections: rules('b') } },
      { layer: 'global', hooks: { injections: rules('g') } },
    ]);
    const places = result.rules.rules.map((rule) => [rule.step.config.command, rule.layer, rule.position]);
    expect(places.filter(([text]) => !String(text).endsWith('3'))).toEqual([
      ['g 1', 0, 0],
      ['g 2', 0, 1],
      ['a 1', 1, 0],
      ['a 2', 1, 1],
      ['b 1', 1, 2],
      ['b 2', 1, 3],
    ]);
  });

  test('disable_global_hooks takes out everything global, and a stronger layer can bring it back', () => {
    const global = {
      layer: 'global',
      hooks: { enabled: true, step_definitions: { lint: command('x') }, injections: { final: [command('y')] } },
    } as const;
    const project = { layer: 'project', hooks: { disable_global_hooks: true } } as const;
    const line = { layer: 'command-line', hooks: { disable_global_hooks: false } } as const;
    const without = readLayers([global, project]);
    expect([without.rules.enabled, without.rules.rules, [...without.merged.definitions]]).toEqual([false, [], []]);
    expect(readLayers([global, project, line]).rules.rules).toHaveLength(1);
  });

  test('the global layer cannot switch itself off, and is reported', () => {
    const result = readLayers([
      { layer: 'global', hooks: { disable_global_hooks: true, injections: { final: [command('y')] } } },
    ]);
    expect(codesOf(result)).toEqual(['DW326']);
    expect(result.rules.rules).toHaveLength(1);
  });
});

describe('prompts_dir', () => {
  const prompt = { type: 'llm_eval', prompt_file: 'a.md' };
  const directories = (result: ReturnType<typeof readLayers>) =>
    result.rules.rules.map((rule) => rule.step.promptsDirectory);
  const global = {
    layer: 'global',
    path: '/home/dev/.config/dagweave/config.json',
    hooks: {
      prompts_dir: 'shared',
      step_definitions: { review: prompt },
      injections: { post_task: [{ step: 'review' }] },
    },
  } as const;
  const project = {
    layer: 'project',
    path: '.dagweave/config.json',
    hooks: { injections: { post_task: [{ ...prompt, tasks: 'T001' }] } },
  } as const;

  test('each file means its own folder', () => {
    expect(directories(readLayers([global, project]))).toEqual([
      '/home/dev/.config/dagweave/shared',
      '.dagweave/prompts',
    ]);
  });

  test('one from outside of files holds for all of them', () => {
    const line = { layer: 'command-line', path: '--set hooks.prompts_dir', hooks: { prompts_dir: 'mine' } } as const;
    expect(directories(readLayers([global, project, line]))).toEqual(['mine', 'mine']);
  });
});
