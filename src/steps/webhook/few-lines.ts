/** Says what callers do, who may be many and bad, in a few lines: the first ones, and once that more are not said. */
export function fewLines(say: (line: string) => void): (line: string) => void {
  let said = 0;
  return (line) => {
    said += 1;
    if (said <= MOST) say(line);
    else if (said === MOST + 1) say('further calls that decide nothing are not told any more; still waiting');
  };
}

const MOST = 20;
