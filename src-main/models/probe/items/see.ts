import { type TextItem, user } from '../types'

/** Squares of one colour, 64 by 64 pixels, PNG. */
const SQUARES = {
  red: 'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsAtx/ZMZxgi+hcEKLNO+FgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQGBywKqxUDxqh7TUQAAAABJRU5ErkJggg==',
  green:
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsAthCGMb1Qi+hcEKLDX9WgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQELgthFsDEQ6PWuwAAAABJRU5ErkJggg==',
  blue: 'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAUElEQVR42u3PQQkAAAgEsAthHPunMIwRfAuDFViq57UICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICFwWMjrBD7JfPpsAAAAASUVORK5CYII=',
  yellow:
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAUElEQVR42u3PQQkAAAgEsAth/2Qm8WUE38JgBZbpei0CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICApcF3gOhwxBpggQAAAAASUVORK5CYII=',
} as const

/** Whether it sees at all: what cannot be guessed four times. Naming only the right colour, and no list of them. */
export const sightItems: readonly TextItem[] = Object.entries(SQUARES).map(([colour, square]) => ({
  kind: 'text',
  ability: 'see',
  id: `see: ${colour}`,
  messages: [
    {
      ...user('Which colour is this square: red, green, blue or yellow? Answer with one word.'),
      images: [{ mediaType: 'image/png', bytes: Buffer.from(square, 'base64') }],
    },
  ],
  maxTokens: 20,
  right: (answer) => {
    const named = Object.keys(SQUARES).filter((one) => answer.toLowerCase().includes(one))
    return named.length === 1 && named[0] === colour
  },
}))
