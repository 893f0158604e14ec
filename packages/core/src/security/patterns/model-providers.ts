import type { SecretPattern } from "../secret-pattern.ts";
import { tokenPattern, wordyTokenPattern } from "../token-pattern.ts";

/** Keys of model providers and of the tools around them. */
export const MODEL_PROVIDER_PATTERNS: readonly SecretPattern[] = [
  tokenPattern("anthropic_key", ["sk-ant-"], "sk-ant-[A-Za-z0-9_-]{20,}"),
  wordyTokenPattern("openai_key", ["sk-"], "sk-(?!ant-)[A-Za-z0-9_-]{12,}"),
  tokenPattern("google_api_key", ["aiza"], "AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])"),
  wordyTokenPattern("huggingface_token", ["hf_", "api_org_"], "hf_[A-Za-z0-9]{30,}|api_org_[A-Za-z0-9]{30,}"),
  tokenPattern("replicate_token", ["r8_"], "r8_[A-Za-z0-9]{30,}"),
  tokenPattern("groq_key", ["gsk_"], "gsk_[A-Za-z0-9]{30,}"),
  tokenPattern("xai_key", ["xai-"], "xai-[A-Za-z0-9]{40,}"),
  tokenPattern("perplexity_key", ["pplx-"], "pplx-[A-Za-z0-9]{32,}"),
  tokenPattern("langsmith_key", ["lsv2_", "ls__"], "(?:lsv2_(?:pt|sk)|ls_)_[a-f0-9]{24,}(?:_[a-f0-9]{6,})?"),
  tokenPattern("langfuse_key", ["sk-lf-"], "sk-lf-[a-f0-9-]{30,}"),
  tokenPattern("nvidia_key", ["nvapi-"], "nvapi-[A-Za-z0-9_-]{40,}"),
  wordyTokenPattern("fireworks_key", ["fw_"], "fw_[A-Za-z0-9]{20,}"),
  tokenPattern("cerebras_key", ["csk-"], "csk-[a-z0-9]{40,}"),
  tokenPattern("tavily_key", ["tvly-"], "tvly-[A-Za-z0-9-]{24,}"),
  tokenPattern("pinecone_key", ["pcsk_"], "pcsk_[A-Za-z0-9_]{40,}"),
  tokenPattern("elevenlabs_key", ["sk_"], "sk_[a-f0-9]{40,}"),
  tokenPattern("wandb_key", ["wandb_v1_"], "wandb_v1_[A-Za-z0-9_]{40,}"),
];
