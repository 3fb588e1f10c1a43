import { readdirSync, readlinkSync } from 'node:fs';

/** What the outputs of a process lead to, such as `socket:[12]`; empty where the system does not tell. */
export function outputsOf(id: number): readonly string[] {
  return [1, 2].flatMap((descriptor) => targetOf(id, descriptor) ?? []);
}

export function holdsOneOf(id: number, outputs: readonly string[]): boolean {
  try {
    return readdirSync(`/proc/${id}/fd`).some((descriptor) => outputs.includes(targetOf(id, descriptor) ?? ''));
  } catch {
    return false;
  }
}

function targetOf(id: number, descriptor: string | number): string | undefined {
  try {
    return readlinkSync(`/proc/${id}/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}
