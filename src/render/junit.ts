/** What became of one test. */
export interface JunitCase {
  readonly suite: string;
  readonly name: string;
  /** Lines that say what is wrong; none where it holds. */
  readonly failure: readonly string[];
}

/** Results as build servers read them: one suite for each file. */
export function junitReport(cases: readonly JunitCase[]): string {
  const suites = [...new Set(cases.map((one) => one.suite))].map((suite) => {
    const own = cases.filter((one) => one.suite === suite);
    const attributes = `name="${escaped(suite)}" ${counts(own)}`;
    return `  <testsuite ${attributes}>\n${own.map(caseText).join('')}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="dagweave test" ${counts(cases)}>\n${suites.join('')}</testsuites>\n`;
}

function counts(cases: readonly JunitCase[]): string {
  return `tests="${cases.length}" failures="${cases.filter((one) => one.failure.length > 0).length}" errors="0"`;
}

function caseText({ suite, name, failure }: JunitCase): string {
  const start = `    <testcase classname="${escaped(suite)}" name="${escaped(name)}"`;
  if (failure.length === 0) return `${start}/>\n`;
  const message = escaped(failure[0]!);
  return `${start}>\n      <failure message="${message}">${escaped(failure.join('\n'))}</failure>\n    </testcase>\n`;
}

/** What XML 1.0 cannot hold becomes a replacement character. */
function escaped(text: string): string {
  return text
    .replace(forbidden, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const forbidden = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
