/** Whether this run only shows that each part works; its figures say nothing. */
export const isSmall = process.argv.includes('--small');
