/** What steps are called in the workflows that dagweave was first made for. */
export const conventions = { setup: 'branches-setup', taskEnds: 'post-merge' };
