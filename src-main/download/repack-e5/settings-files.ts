/** The JSON files transformers.js reads beside the weights: what kind of model it is, and its tokenizer (Unigram, XLM-R). */
import type { E5Source, E5Vocabulary } from './source-file'

export function modelConfig({ shape, vocabulary }: E5Source): object {
  return {
    model_type: 'bert',
    architectures: ['BertModel'],
    hidden_size: shape.hidden,
    num_hidden_layers: shape.layers,
    num_attention_heads: shape.heads,
    intermediate_size: shape.feedForward,
    vocab_size: shape.vocabulary,
    max_position_embeddings: shape.positions,
    type_vocab_size: 2,
    hidden_act: 'gelu',
    pad_token_id: vocabulary.padding,
  }
}

export function tokenizerConfig({ shape }: E5Source): object {
  return {
    tokenizer_class: 'XLMRobertaTokenizer',
    bos_token: '<s>',
    eos_token: '</s>',
    cls_token: '<s>',
    sep_token: '</s>',
    pad_token: '<pad>',
    unk_token: '<unk>',
    mask_token: '<mask>',
    model_max_length: shape.positions,
  }
}

export function tokenizer({ vocabulary }: E5Source): object {
  const begin = { SpecialToken: { id: '<s>', type_id: 0 } }
  const end = { SpecialToken: { id: '</s>', type_id: 0 } }
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: specialTokens(vocabulary),
    normalizer: {
      type: 'Sequence',
      normalizers: [
        { type: 'Precompiled', precompiled_charsmap: '' },
        { type: 'Replace', pattern: { Regex: ' {2,}' }, content: ' ' },
      ],
    },
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', add_prefix_space: true, prepend_scheme: 'always' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [begin, { Sequence: { id: 'A', type_id: 0 } }, end],
      pair: [],
      special_tokens: {
        '<s>': { id: '<s>', ids: [vocabulary.begin], tokens: ['<s>'] },
        '</s>': { id: '</s>', ids: [vocabulary.end], tokens: ['</s>'] },
      },
    },
    decoder: { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
    model: { type: 'Unigram', unk_id: vocabulary.unknown, vocab: vocabulary.pieces },
  }
}

function specialTokens({ pieces, begin, end, padding, unknown }: E5Vocabulary): object[] {
  const tokens: [id: number, content: string][] = [
    [begin, '<s>'],
    [padding, '<pad>'],
    [end, '</s>'],
    [unknown, '<unk>'],
    [pieces.length - 1, '<mask>'],
  ]
  const plain = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true }
  return tokens.map(([id, content]) => ({ id, content, ...plain }))
}
