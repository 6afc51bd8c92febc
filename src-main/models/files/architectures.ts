/** Kinds of model in a GGUF file that the runtime loads and that are no partner in a talk, with what to call them. */
export const NOT_CHAT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['bert', 'modern-bert', 'nomic-bert', 'nomic-bert-moe', 'neo-bert', 'jina-bert-v2', 'jina-bert-v3', 'eurobert']
      .concat('gemma-embedding', 'llama-embed', 't5encoder')
      .map((name) => [name, 'turns text into numbers for searching; it does not answer']),
  ),
  clip: 'is the part of a model that reads pictures; choose the file of the model itself',
  'wavtokenizer-dec': 'is a voice, not a chat model',
  qwen3tts: 'is a voice, not a chat model',
  talkie: 'is a voice, not a chat model',
  paddleocr: 'reads text from pictures; it does not answer',
  'deepseek2-ocr': 'reads text from pictures; it does not answer',
  eagle3: 'only helps another model to be quicker',
  dflash: 'only helps another model to be quicker',
  'gemma4-assistant': 'only helps another model to be quicker',
  t5: 'is a translator of the older kind, which this runtime cannot lead a talk with',
  dream: 'writes by diffusion, which this runtime cannot lead a talk with',
  llada: 'writes by diffusion, which this runtime cannot lead a talk with',
  'llada-moe': 'writes by diffusion, which this runtime cannot lead a talk with',
  rnd1: 'writes by diffusion, which this runtime cannot lead a talk with',
}

/** Kinds that the pinned runtime can lead a talk with: a test holds this list against node-llama-cpp's own. */
export const CHAT_ARCHITECTURES: ReadonlySet<string> = new Set(
  (
    'llama llama4 deci falcon grok gpt2 gptj gptneox mpt baichuan starcoder refact bloom stablelm qwen qwen2 qwen2moe ' +
    'qwen2vl qwen3 qwen3moe qwen3next qwen3vl qwen3vlmoe qwen35 qwen35moe phi2 phi3 phimoe plamo plamo2 plamo3 codeshell ' +
    'orion internlm2 minicpm minicpm3 gemma gemma2 gemma3 gemma3n gemma4 starcoder2 mamba mamba2 jamba falcon-h1 xverse ' +
    'command-r cohere2 cohere2moe dbrx olmo olmo2 olmoe muse-glimmer openelm arctic deepseek deepseek2 deepseek32 ' +
    'deepseek4 chatglm glm4 glm4moe glm-dsa bitnet jais jais2 nemotron nemotron_h nemotron_h_moe exaone exaone4 ' +
    'exaone-moe rwkv6 rwkv6qwen2 rwkv7 arwkv7 granite granitemoe granitehybrid graniteswitch chameleon plm bailingmoe ' +
    'bailingmoe2 dots1 arcee afmoe laguna ernie4_5 ernie4_5-moe hunyuan-moe hunyuan-dense hunyuan_vl hy_v3 smollm3 ' +
    'gpt-oss lfm2 lfm2moe smallthinker seed_oss grovemoe apertus minimax-m2 minimax-m3 cogvlm pangu-embedded mistral3 ' +
    'mistral4 mimo2 step35 maincoder kimi-linear mellum nanbeige'
  ).split(' '),
)
