import { expect, it } from 'vitest'
import { Topic } from './topic.ts'

it('tells subscribers in the order they came, until their subscription ends', () => {
  const topic = new Topic<string>()
  const heard: string[] = []
  topic.publish('unheard')
  const end = topic.subscribe((event) => heard.push(`first ${event}`))
  topic.subscribe((event) => heard.push(`second ${event}`))
  topic.publish('one')
  end()
  topic.publish('two')
  expect(heard).toEqual(['first one', 'second one', 'second two'])
})
