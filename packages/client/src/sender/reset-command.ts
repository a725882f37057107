/** Ours, beside the vendor's commands: forgets who reports. */
export const resetCommand = 'hearth_reset'
