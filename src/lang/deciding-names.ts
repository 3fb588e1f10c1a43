/** Does a name in the environment of steps decide which program a command runs, or where it sends its questions? */
export function isDeciding(name: string): boolean {
  return decidingNames.test(name);
}

const decidingNames =
  /^(?:PATH|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|IFS|LD_.+|DYLD_.+|NODE_OPTIONS|NODE_PATH|PYTHONPATH|PYTHONHOME|PYTHONSTARTUP|.+_BASE_URL|https?_proxy|HTTPS?_PROXY|ALL_PROXY)$/;
