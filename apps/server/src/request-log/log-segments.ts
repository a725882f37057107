import { readdirSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

const segmentName = /^(\d{1,12})\.jsonl$/

/** The files of a request log, by number: the oldest first. */
export function listSegments(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const number = segmentName.exec(name)?.[1]
      return number === undefined ? [] : [Number(number)]
    })
    .toSorted((one, other) => one - other)
}

export function pathOfSegment(folder: string, number: number): string {
  return join(folder, `${number}.jsonl`)
}

/** Removes the oldest ones beyond so many, and beyond so many bytes of all together. */
export function dropSegments(folder: string, { countMax, bytesMax }: { countMax: number; bytesMax: number }): void {
  let [count, bytes] = [0, 0]
  for (const number of listSegments(folder).toReversed()) {
    const path = pathOfSegment(folder, number)
    count += 1
    bytes += statSync(path).size
    if (count > countMax || bytes > bytesMax) unlinkSync(path)
  }
}
