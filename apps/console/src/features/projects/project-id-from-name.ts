/** A project id to begin with, made of the project's name: `My Shop!` becomes `my-shop`. Empty when the name has nothing for it. */
export function projectIdFromName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 30)
    .replace(/-+$/, '')
}
