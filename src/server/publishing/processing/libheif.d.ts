declare module 'libheif-js/wasm-bundle.js' {
  /** An object inside the decoder. */
  type Handle = object & { readonly libheif: unique symbol };
  interface Failure {
    code: unknown;
    message?: string;
  }

  /** The part of libheif that we call; the types in its package describe an older build. */
  const libheif: {
    ready: Promise<unknown>;
    heif_error_code: { heif_error_Ok: unknown };
    heif_colorspace: { heif_colorspace_RGB: unknown };
    heif_chroma: { heif_chroma_interleaved_RGB: unknown };
    heif_context_alloc(): Handle;
    heif_context_read_from_memory(context: Handle, content: Uint8Array): Failure;
    heif_js_context_get_primary_image_handle(context: Handle): Handle | Failure;
    heif_js_decode_image2(
      image: Handle,
      colorspace: unknown,
      chroma: unknown,
    ): Promise<
      Failure | { channels: [{ data: Uint8Array; width: number; height: number; stride: number }] }
    >;
  };
  export default libheif;
}
