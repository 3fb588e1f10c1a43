import { describe, expect, test } from 'vitest';
import { mergeSpecific } from '../../src/dispatch/merge-fields.js';
import type { Decision } from '../../src/model/event.js';

const merged = (decision: Decision, ...all: readonly Readonly<Record<string, unknown>>[]) =>
  mergeSpecific(
    all.map((specific) => ({ specific })),
    decision,
  );

describe('fields that only their event knows', () => {
  test('come from all hooks, and of equal names the last counts', () => {
    expect(merged('none', { retry: true, a: 1 }, { a: 2 })).toEqual({ retry: true, a: 2 });
  });

  const denies = { decision: { behavior: 'deny', interrupt: true } };
  const deniesOnce = { decision: { behavior: 'deny', interrupt: false } };
  const allows = { decision: { behavior: 'allow', updatedPermissions: ['all'] } };

  test('of a permission come from hooks whose decision counts', () => {
    expect(merged('deny', denies, allows)).toEqual(denies);
    expect(merged('deny', allows, denies, deniesOnce)).toEqual(denies);
    expect(merged('allow', allows)).toEqual(allows);
    // Another hook asks, or a gate among them failed.
    expect(merged('ask', allows)).toEqual({});
    expect(merged('deny', allows)).toEqual({});
  });

  test('of a form come from the strictest, and what it is filled in with from no other', () => {
    const accepts = { action: 'accept', content: { a: 1 } };
    const declines = { action: 'decline' };
    const cancels = { action: 'cancel' };
    expect(merged('allow', accepts)).toEqual(accepts);
    expect(merged('deny', declines, accepts)).toEqual(declines);
    expect(merged('deny', accepts, declines)).toEqual(declines);
    expect(merged('deny', cancels, declines, accepts)).toEqual(cancels);
    expect(merged('deny', accepts)).toEqual({});
  });

  test('that say no decision stay beside a denial: a result that is to be masked is masked all the same', () => {
    expect(merged('deny', { updatedToolOutput: '***' }, denies)).toEqual({ updatedToolOutput: '***', ...denies });
  });
});
