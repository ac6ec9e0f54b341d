//! Lexers and parsers that the build script generated, one of each for every language: the same
//! source for us and for grmtools. JSON texts become values; the value of a program in another
//! language is the number of nodes of its tree.

pub mod value;

use lrlex::DefaultLexerTypes;

/// The types of tokens.
pub type Types = DefaultLexerTypes<u32>;

macro_rules! generated {
    ($($feature:literal: $file:literal;)*) => {$(
        #[cfg(feature = $feature)]
        include!(concat!(env!("OUT_DIR"), "/", $file));
    )*};
}

generated! {
    "json": "json.l.rs";
    "json": "json.y.rs";
    "java": "java.l.rs";
    "java": "java.y.rs";
    "lua": "lua.l.rs";
    "lua": "lua.y.rs";
    "c-lexer": "c.l.rs";
    "c": "c.y.rs";
}

/// Does something with the generated modules of a language.
#[macro_export]
macro_rules! lexer_of {
    ($language:expr, $module:ident => $do:expr) => {
        match $language {
            #[cfg(feature = "json")]
            "json" => {
                use $crate::json_l as $module;
                Ok($do)
            }
            #[cfg(feature = "java")]
            "java" => {
                use $crate::java_l as $module;
                Ok($do)
            }
            #[cfg(feature = "lua")]
            "lua" => {
                use $crate::lua_l as $module;
                Ok($do)
            }
            #[cfg(feature = "c-lexer")]
            "c" => {
                use $crate::c_l as $module;
                Ok($do)
            }
            other => Err(format!("there is no lexer for '{other}'")),
        }
    };
}

/// Evaluates an expression with the generated parser module of a language bound to a name.
#[macro_export]
macro_rules! parser_of {
    ($language:expr, $module:ident => $do:expr) => {
        match $language {
            #[cfg(feature = "json")]
            "json" => {
                use $crate::json_y as $module;
                Ok($do)
            }
            #[cfg(feature = "java")]
            "java" => {
                use $crate::java_y as $module;
                Ok($do)
            }
            #[cfg(feature = "lua")]
            "lua" => {
                use $crate::lua_y as $module;
                Ok($do)
            }
            #[cfg(feature = "c")]
            "c" => {
                use $crate::c_y as $module;
                Ok($do)
            }
            other => Err(format!("there is no parser for '{other}'")),
        }
    };
}
