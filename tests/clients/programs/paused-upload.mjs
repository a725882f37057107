import { assertSame } from './calls.mjs'

/** Pauses an upload in parts once something of it has arrived, goes on when it stands, and waits for its end. */
export async function pauseAndResume(task) {
  const states = []
  let isPaused = false
  task.on('state_changed', ({ bytesTransferred, totalBytes, state }) => {
    states.push(state)
    if (!isPaused && bytesTransferred > 0 && bytesTransferred < totalBytes) isPaused = task.pause()
    if (state === 'paused') task.resume()
  })
  await task
  assertSame(states.includes('paused'), true)
  assertSame(states.at(-1), 'running')
}
