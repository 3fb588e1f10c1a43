/** Does a text look like a workflow or a composite action of GitHub? Other languages have jobs, too, and say so at the top. */
export function looksLikeGithub(text: string): boolean {
  if (others.test(text)) return false;
  if (jobs.test(text)) return !steps.test(text) && (ofJobs.test(text) || (on.test(text) && inJobs.test(text)));
  return (
    /(?:^|\n)["']?runs["']?[ \t]*:/.test(text) && /[\n{,][ \t]*["']?using["']?[ \t]*:[ \t]*["']?composite\b/.test(text)
  );
}

const others =
  /(?:^|\n)["']?(?:apiVersion|version|workflows|orbs|pool|trigger|pr|stages|include|default|before_script)["']?[ \t]*:/;
const jobs = /(?:^\ufeff?|[\n{,])["']?jobs["']?[ \t]*:/;
const on = /(?:^\ufeff?|[\n{,])["']?on["']?[ \t]*:/;
const ofJobs = /[\n{,][ \t]*["']?(?:runs-on|uses)["']?[ \t]*:/;
const inJobs = /[\n{,][ \t]*["']?(?:steps|needs|run)["']?[ \t]*:/;
/** Those of another language, of which one step may be called so. */
const steps = /(?:^|\n)["']?steps["']?[ \t]*:/;
