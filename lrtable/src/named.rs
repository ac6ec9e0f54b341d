//! Enums whose values have names, on command lines and in reports; others may be added.

/// Defines an enum from the name of each of its values.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    (
        $(#[$of_type:meta])*
        pub enum $type:ident {
            $($(#[$of_value:meta])* $value:ident = $name:literal,)+
        }
    ) => {
        $(#[$of_type])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $type {
            $($(#[$of_value])* $value,)+
        }

        impl $type {
            /// All values, in the order of their declaration.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$value),+];

            /// Returns the value's name on command lines and in reports.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name,)+
                }
            }

            /// Returns the value with this name; `None` if there is none.
            pub fn from_name(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    };
}
