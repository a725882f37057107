/** The vendor's host of links to files. */
const linkPattern = /^https?:\/\/firebasestorage\.googleapis\.com(?::443)?(\/v0\/b\/([^/?#]+)\/o(?:[/?#].*)?)$/i

/** The bucket of a link to the vendor's file host, `https://firebasestorage.googleapis.com/v0/b/BUCKET/o/NAME…`; undefined for any other text. */
export function bucketOfLink(link: string): string | undefined {
  return linkPattern.exec(link)?.[2]
}

/** The same file at the origin; a text that is no such link unchanged. */
export function linkAtOrigin(link: string, origin: string): string {
  const path = linkPattern.exec(link)?.[1]
  return path === undefined ? link : origin + path
}
