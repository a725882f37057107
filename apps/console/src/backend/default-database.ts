/** The database that each project has from its beginning. Addresses of the console don't name it. */
export const defaultDatabase = '(default)'
