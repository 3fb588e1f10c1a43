import { execFileSync, spawn } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { findMembers, type Process, readPs } from '../../src/runtime/process/family.js';

function processOf(id: number, rest: Partial<Process> = {}): Process {
  return { id, parent: 1, group: id, session: id, started: `at ${id}`, ended: false, marked: false, ...rest };
}

function idsOf(members: ReadonlyMap<number, Process>): readonly number[] {
  return [...members.keys()].sort((a, b) => a - b);
}

const family = { leader: 100, mark: '7-x;', leaderIsGone: false };

describe('whose a process is', () => {
  test('it is in the group or the session, it descends from such a one, or it carries the mark', () => {
    const all = [
      processOf(100),
      processOf(101, { group: 100 }),
      processOf(102, { session: 100 }),
      processOf(103, { parent: 102 }),
      processOf(104, { marked: true }),
      processOf(105),
    ];
    expect(idsOf(findMembers(all, family, new Map()))).toEqual([100, 101, 102, 103, 104]);
  });

  test('one that was found before and lost its parent is still ours', () => {
    const orphan = processOf(103);
    expect(idsOf(findMembers([orphan], family, new Map([[103, orphan]])))).toEqual([103]);
  });

  test('one that was given the id of a process which is gone is a stranger', () => {
    const before = new Map([[103, processOf(103)]]);
    expect(idsOf(findMembers([processOf(103, { started: 'later' })], family, before))).toEqual([]);
    const gone = { ...family, leaderIsGone: true };
    expect(idsOf(findMembers([processOf(100), processOf(101, { group: 100 })], gone, new Map()))).toEqual([]);
    expect(idsOf(findMembers([processOf(101, { group: 100 })], gone, new Map()))).toEqual([101]);
  });

  test('what has ended counts no more, but leads to what it started', () => {
    const all = [processOf(100, { ended: true }), processOf(101, { parent: 100 })];
    expect(idsOf(findMembers(all, family, new Map()))).toEqual([101]);
  });
});

test.runIf(process.platform === 'linux')('ps tells the same where there is no /proc', () => {
  const child = spawn('sleep', ['60'], { env: { PATH: process.env.PATH, MARK: '7-x;' }, detached: true });
  const text = execFileSync('ps', ['axeww', '-o', 'pid=,ppid=,pgid=,stat=,lstart=,command='], {
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    encoding: 'utf8',
  });
  child.kill('SIGKILL');
  const found = readPs(text, '7-x;')!;
  expect(found.filter((one) => one.marked)).toEqual([
    expect.objectContaining({ id: child.pid, parent: process.pid, group: child.pid, ended: false }),
  ]);
  expect(found.length).toBeGreaterThan(2);
  expect(readPs('', '7-x;')).toBeUndefined();
});
