import { pictureBytesMax, pictureHeadBytes, pictureTypeOf, type PictureType } from '@hearth/model/picture-type'

export type CheckedPicture =
  | { readonly isFit: true; readonly type: PictureType }
  | { readonly isFit: false; readonly problem: 'empty' | 'too-large' | 'no-picture' }

/** Looks into a file before anything is sent. */
export async function checkPicture(file: File): Promise<CheckedPicture> {
  if (file.size === 0) return { isFit: false, problem: 'empty' }
  if (file.size > pictureBytesMax) return { isFit: false, problem: 'too-large' }
  const type = pictureTypeOf(new Uint8Array(await file.slice(0, pictureHeadBytes).arrayBuffer()))
  return type === undefined ? { isFit: false, problem: 'no-picture' } : { isFit: true, type }
}
