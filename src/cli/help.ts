export const inputHelp = 'workflow files or folders; - or no input means standard input';

export const forceHelp = 'overwrite hooks of an earlier run even if they were edited by hand';

export const serveHelp = 'show it in a browser, on a page of this machine that follows every change of the files';

export const examples = `
Examples:
  generate | dagweave apply -                 augment what a generator writes
  dagweave diff workflow.yaml                 see what would change
  dagweave apply --in-place workflows/        augment every workflow file below a folder
  dagweave apply --check workflows/           in a build: is everything augmented?
  dagweave validate --config hooks.yaml       check rules on their own

Rules are read from .dagweave/config.yaml (also .yml, .json), found upwards from here, or from --config.
Exit status: 0 fine, 1 an error or a check that does not hold, 2 wrong usage, 3 a fault in dagweave.`;
