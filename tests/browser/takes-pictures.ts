/** Whether tests of screens take pictures of them, in both themes and every width, for whoever looks at them: `HEARTH_PICTURES=1`. No test reads one. */
export const takesPictures = process.env['HEARTH_PICTURES'] === '1'
