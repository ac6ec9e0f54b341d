//! Lexers and parsers that logos and LALRPOP generated.

#[cfg(feature = "java")]
pub mod java_tokens;
#[cfg(feature = "json")]
pub mod json_tokens;
#[path = "../../shared/value.rs"]
pub mod value;

macro_rules! generated {
    ($($feature:meta: $name:ident;)*) => {$(
        #[cfg($feature)]
        lalrpop_util::lalrpop_mod!(
            #[allow(clippy::all, clippy::pedantic, unused, reason = "generated")]
            pub $name
        );
    )*};
}

generated! {
    feature = "json": json;
    all(feature = "json", feature = "recognising"): json_recognise;
    feature = "java": java;
    all(feature = "java", feature = "recognising"): java_recognise;
}
