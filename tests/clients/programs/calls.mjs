/** Runs named calls one after the other. `{ passed, failed: { name, message }[] }` says which of them did what they promise. */
export async function runCalls(calls) {
  const failed = []
  let passed = 0
  for (const [name, call] of Object.entries(calls)) {
    try {
      await withinTime(call())
      passed += 1
    } catch (error) {
      failed.push({ name, message: `${error.code ?? ''} ${String(error.message).slice(0, 200)}`.trim() })
    }
  }
  return { passed, failed }
}

export function assertSame(actual, expected) {
  if (actual !== expected) throw new Error(`${actual} instead of ${expected}`)
}

async function withinTime(call) {
  let timer
  const tooLong = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in 20 seconds')), 20_000)
  })
  try {
    return await Promise.race([call, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
