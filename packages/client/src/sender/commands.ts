/** Ours, beside the vendor's commands: forgets who reports. */
export const resetCommand = 'hearth_reset'

/** Names the installation that reports from now on. Ours, like resetCommand: a `config` would begin a stream that the page did not begin. */
export const installationCommand = 'hearth_installation'
