import { describe, expect, it } from 'vitest'
import { sentences } from './sentences'

describe('sentences', () => {
  it.each([
    [
      'keeps abbreviations and initials',
      'Dr. J. R. Smith came at 5 p.m. yesterday. He left.',
      ['Dr. J. R. Smith came at 5 p.m. yesterday.', 'He left.'],
    ],
    [
      'keeps German abbreviations',
      'Nimm z. B. Roggenmehl, ca. 500 g. Dann kneten!',
      ['Nimm z. B. Roggenmehl, ca. 500 g.', 'Dann kneten!'],
    ],
    [
      'ends a sentence with a word that is an abbreviation only before a number',
      'She sells art. I said no. See Art. 5 and no. 7.',
      ['She sells art.', 'I said no.', 'See Art. 5 and no. 7.'],
    ],
    [
      'keeps decimals and versions',
      'It costs 3.50 now. Version 2.1 is out.',
      ['It costs 3.50 now.', 'Version 2.1 is out.'],
    ],
    [
      'parts sentences that begin with small letters',
      'cool. not really into cars! my day job is wrestling.',
      ['cool.', 'not really into cars!', 'my day job is wrestling.'],
    ],
    [
      'reads Japanese and Chinese',
      '犬の散歩に行きます。楽しいですか？今天很好。',
      ['犬の散歩に行きます。', '楽しいですか？', '今天很好。'],
    ],
    ['ends a sentence at a line break', 'Flour\nWater\n\nSalt', ['Flour', 'Water', 'Salt']],
    [
      'keeps links and addresses whole',
      'Our docs are at https://docs.example.org/a?b=1#x and my mail is a.b@mail.example.org. Write to me! See www.example.org/q?z.',
      [
        'Our docs are at https://docs.example.org/a?b=1#x and my mail is a.b@mail.example.org.',
        'Write to me!',
        'See www.example.org/q?z.',
      ],
    ],
    [
      'ends a sentence behind a number, and not behind an ordinal',
      'My number is +33 6 12 34 56 78. Forget the old one. Am 8. Juni ist Ruhe.',
      ['My number is +33 6 12 34 56 78.', 'Forget the old one.', 'Am 8. Juni ist Ruhe.'],
    ],
    ['finds none in blanks', ' \n ', []],
  ])('%s', (_, text, expected) => {
    expect(sentences(text)).toEqual(expected)
  })

  it('loses no character but white space', () => {
    const text = 'Well… e.g. this one. "Quoted?" he asked. ok. ok'
    expect(sentences(text).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
  })
})
