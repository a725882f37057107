import { Md5 } from './md5.ts'

const sliceBytes = 4 * 1024 * 1024

/** Takes a file and answers its MD5 in base64, or `undefined` when it can't be read. */
addEventListener('message', ({ data }: MessageEvent<File>) => {
  void sumOf(data).then(
    (sum) => postMessage(sum),
    () => postMessage(undefined),
  )
})

async function sumOf(file: File): Promise<string> {
  const md5 = new Md5()
  for (let at = 0; at < file.size; at += sliceBytes) {
    md5.update(new Uint8Array(await file.slice(at, at + sliceBytes).arrayBuffer()))
  }
  return btoa(String.fromCharCode(...md5.digest()))
}
