import { describe, expect, it } from 'vitest'
import { frameAround, gridLines, movedBy, pointAt, zoomMax } from './world-map.ts'

const world = frameAround({ latitude: 10, longitude: 20 }, 0)

describe('the map of a geo point', () => {
  it('shows the whole world first', () => {
    expect(world).toEqual({ west: -180, north: 90, width: 360, height: 180 })
    expect(pointAt(world, 0.5, 0.5)).toEqual({ latitude: 0, longitude: 0 })
    expect(pointAt(world, 0, 0)).toEqual({ latitude: 90, longitude: -180 })
  })

  it('stays within the world however close it is to its edge', () => {
    for (let zoom = 0; zoom <= zoomMax; zoom++) {
      const { west, north, width, height } = frameAround({ latitude: 90, longitude: 180 }, zoom)
      expect([west + width, north]).toEqual([180, 90])
      expect(height * 2).toBe(width)
    }
  })

  it('points the more exactly the closer it is', () => {
    const close = frameAround({ latitude: 51.5, longitude: -0.12 }, 3)
    const { latitude, longitude } = pointAt(close, 0.5, 0.5)
    expect(latitude).toBeCloseTo(51.5, 2)
    expect(longitude).toBeCloseTo(-0.12, 2)
  })

  it('moves by keys, by a degree in the world and by less in a part of it, and stops at the edge', () => {
    expect(movedBy({ latitude: 10, longitude: 20 }, world, 1, 0)).toEqual({ latitude: 10, longitude: 21 })
    expect(movedBy({ latitude: 10, longitude: 20 }, world, 0, -10)).toEqual({ latitude: 0, longitude: 20 })
    expect(movedBy({ latitude: 89.5, longitude: 180 }, world, 10, 10)).toEqual({ latitude: 90, longitude: 180 })
    const close = frameAround({ latitude: 10, longitude: 20 }, 2)
    expect(movedBy({ latitude: 10, longitude: 20 }, close, 1, 0)).toEqual({ latitude: 10, longitude: 20.01 })
  })

  it('has a grid of a few lines at any size', () => {
    expect(gridLines(world).meridians).toContain(0)
    for (let zoom = 0; zoom <= zoomMax; zoom++) {
      const { meridians } = gridLines(frameAround({ latitude: 51.5, longitude: -0.12 }, zoom))
      expect(meridians.length).toBeGreaterThan(5)
      expect(meridians.length).toBeLessThan(25)
    }
  })
})
