/**
 * The names under which programs look for keys of model providers. Only variables that grant access
 * are here: addresses, regions, projects and proxies are passed on to every CLI.
 */
export const KEY_VARIABLES = {
  anthropic: [
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_CUSTOM_HEADERS",
    "ANTHROPIC_FOUNDRY_API_KEY",
    "CLAUDE_CODE_OAUTH_TOKEN",
  ],
  aws: [
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "AWS_BEARER_TOKEN_BEDROCK",
  ],
  openai: ["OPENAI_API_KEY", "CODEX_API_KEY", "CODEX_ACCESS_TOKEN"],
  google: [
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
    "GOOGLE_GENERATIVE_AI_API_KEY",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "GOOGLE_CLOUD_ACCESS_TOKEN",
  ],
  alibaba: [
    "DASHSCOPE_API_KEY",
    "QWEN_API_KEY",
    "BAILIAN_CODING_PLAN_API_KEY",
    "BAILIAN_TOKEN_PLAN_API_KEY",
    "MODELSCOPE_API_KEY",
  ],
  others: [
    "AI_GATEWAY_API_KEY",
    "AZURE_API_KEY",
    "AZURE_OPENAI_API_KEY",
    "BASETEN_API_KEY",
    "CEREBRAS_API_KEY",
    "COHERE_API_KEY",
    "DEEPINFRA_API_KEY",
    "DEEPSEEK_API_KEY",
    "FIREWORKS_API_KEY",
    "GROQ_API_KEY",
    "HF_TOKEN",
    "HUGGINGFACE_API_KEY",
    "KIMI_API_KEY",
    "MINIMAX_API_KEY",
    "MISTRAL_API_KEY",
    "MOONSHOT_API_KEY",
    "NVIDIA_API_KEY",
    "OPENCODE_API_KEY",
    "OPENROUTER_API_KEY",
    "PERPLEXITY_API_KEY",
    "REQUESTY_API_KEY",
    "SILICONFLOW_API_KEY",
    "TOGETHER_API_KEY",
    "XAI_API_KEY",
    "ZAI_API_KEY",
    "ZHIPU_API_KEY",
  ],
} as const;

export const ALL_KEY_VARIABLES: readonly string[] = Object.values(KEY_VARIABLES).flat();
