//! Models to train or serve.

use serde::{Deserialize, Serialize};

use super::record::record;

record! {
    /// A model preset: shape and parameter counts. Shape fields are `None` where the notion does not apply.
    Models: pub struct Model {
        /// Family of the architecture.
        pub kind: ModelKind,
        /// Layers.
        pub layers: u32,
        /// Hidden width.
        pub hidden: Option<u32>,
        /// Attention heads.
        pub heads: Option<u32>,
        /// Key/value heads.
        pub kv_heads: Option<u32>,
        /// Width of a head.
        pub head_dim: Option<u32>,
        /// Width of the feed-forward layer.
        pub ffn: Option<u32>,
        /// Vocabulary entries.
        pub vocab: Option<u32>,
        /// Longest context, tokens.
        pub context_tokens: Option<u64>,
        /// Routed experts of a layer.
        pub experts: Option<u32>,
        /// Experts that a token visits.
        pub experts_per_token: Option<u32>,
        /// Experts that every token visits.
        pub shared_experts: Option<u32>,
        /// Width of an expert.
        pub moe_ffn: Option<u32>,
        /// Leading layers without experts.
        pub dense_layers: Option<u32>,
        /// Parameters, 1e9.
        pub total_params_b: f64,
        /// Parameters that one token uses, 1e9.
        pub active_params_b: f64,
        /// Whether the feed-forward layer is gated (three matrices instead of two).
        pub gated_ffn: Option<bool>,
        /// Sort of attention.
        pub attention: Option<Attention>,
        /// Whether input and output embeddings are one matrix.
        pub tied_embeddings: Option<bool>,
    }
}

/// Family of a model's architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ModelKind {
    /// Decoder, every parameter used by every token.
    Dense,
    /// Decoder with routed experts.
    Moe,
    /// Encoder.
    Encoder,
    /// Convolutional network.
    Cnn,
}

/// Sort of attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Attention {
    /// Every head has keys and values of its own.
    Mha,
    /// Groups of heads share keys and values.
    Gqa,
    /// Keys and values are compressed to a latent vector.
    Mla,
}

impl Model {
    /// Parameters that the shape implies, 1e9: attention, feed-forward and embedding matrices, without norms and biases
    /// (under 1 %). `None` for models whose shape fields do not say it (latent attention, shared experts, encoders,
    /// convolutions).
    pub fn params_b_from_shape(&self) -> Option<f64> {
        let layers = f64::from(self.layers);
        let h = f64::from(self.hidden?);
        let head_dim = f64::from(self.head_dim?);
        let queries = f64::from(self.heads?) * head_dim;
        let keys = f64::from(self.kv_heads?) * head_dim;
        let attention = 2.0 * h * queries + 2.0 * h * keys;
        let matrices = if self.gated_ffn? { 3.0 } else { 2.0 };
        let vocab = f64::from(self.vocab?) * h;
        let embeddings = if self.tied_embeddings? {
            vocab
        } else {
            2.0 * vocab
        };
        let feed_forward = match (self.kind, self.attention?) {
            (ModelKind::Dense, _) => matrices * h * f64::from(self.ffn?),
            (ModelKind::Moe, Attention::Gqa) if self.shared_experts.unwrap_or(0) == 0 => {
                f64::from(self.experts?) * matrices * h * f64::from(self.moe_ffn?)
            }
            _ => return None,
        };
        Some((layers * (attention + feed_forward) + embeddings) / 1e9)
    }
}
