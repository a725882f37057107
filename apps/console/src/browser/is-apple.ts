/** Whether the command key has the place of the control key here. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
