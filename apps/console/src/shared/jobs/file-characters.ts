/** A file that a job makes is kept in this tab until it is saved; for more there are the commands of `hearth`. */
export const fileCharactersMax = 512 * 1024 * 1024
